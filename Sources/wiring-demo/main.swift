import Foundation

exit(await WiringDemoTool.run(CommandLine.arguments.dropFirst()))
