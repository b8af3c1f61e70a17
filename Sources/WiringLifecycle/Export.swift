@_exported public import WiringAsync
