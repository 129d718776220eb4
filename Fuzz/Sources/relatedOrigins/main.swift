import FuzzDriver
import LatchkeyFuzzing

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv

_ = LLVMFuzzerRunDriver(&count, &arguments) { bytes, length in
    FuzzTarget.relatedOrigins.run(Array(UnsafeBufferPointer(start: bytes, count: length)))
    return 0
}
