import Wiring
import WiringDemo

extension Arguments {
    /// Checks that the operands are at most one launch argument. The container alone decides what it does.
    ///
    /// - Parameter count: The number of other operands, which come first.
    func checkLaunchArguments(after count: Int = 0) throws(UsageError) {
        let operands = Array(operands.dropFirst(count))
        if let operand = operands.first(where: { LaunchArgument(rawValue: $0) == nil }) {
            let nearest = LaunchArgument.allCases.map(\.rawValue).nearest(to: operand)
            throw UsageError("unexpected argument '\(operand)'", nearest: nearest, topic)
        }
        guard operands.count < 2 else {
            throw UsageError("'\(operands[1])' cannot be combined with '\(operands[0])'", topic)
        }
    }

    /// The value of an option, which must not be a launch argument: the container would treat it as one.
    func value(of option: String) throws(UsageError) -> String? {
        guard let value = values[option] else { return nil }
        guard LaunchArgument(rawValue: value) == nil else {
            throw UsageError("'\(value)' is a launch argument, and cannot be the value of '\(option)'", topic)
        }
        return value
    }
}
