#if DEBUG
    private import WiringThread

    /// An operation with a child container that has ended. The slots of the child's parents remember, in a debug build, the last
    /// operations whose child had set something about their declaration, because a resolution from a parent that follows in the same
    /// task is probably a mistake: see ``ContainerManager/noteEndOfOperation()``.
    ///
    /// It retains nothing.
    struct EndedOperation: Sendable {
        /// The number of the task in which it ended.
        fileprivate let task: UInt64
        /// Where the child was changed, if that is known.
        let call: CallSite?

        /// How many operations a slot remembers.
        fileprivate static let maximumCount = 16

        /// The number of the current task; `nil` outside of tasks, and where the runtime does not tell.
        static var currentTask: UInt64? {
            let number = wiring_task_number()
            return number == 0 ? nil : number
        }
    }

    extension SlotState {
        /// The end of an operation whose child has this state of its own; `nil` if nothing replaces or changes an instance.
        func endedOperation(of task: UInt64, in context: @autoclosure () -> FactoryContext) -> EndedOperation? {
            if let replacement = explicit.override ?? explicit.decorations.last ?? explicit.registration {
                return EndedOperation(task: task, call: replacement.call)
            }
            if let contribution = explicit.contributions.last {
                return EndedOperation(task: task, call: contribution.call.ifKnown)
            }
            return explicit.modifiers.closure(in: context()).map { _ in EndedOperation(task: task, call: nil) }
        }

        /// Remembers an operation that has ended, in place of an earlier one in its task.
        mutating func note(_ operation: EndedOperation) {
            let others = endedOperations.filter { $0.task != operation.task }
            endedOperations = others.suffix(EndedOperation.maximumCount - 1) + [operation]
        }

        /// The operation that has ended in a task, unless an override says what the container resolves.
        func operation(endedIn task: UInt64) -> EndedOperation? {
            explicit.override == nil ? endedOperations.last { $0.task == task } : nil
        }
    }
#endif
