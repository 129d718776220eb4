import Glibc
import LatchkeyWire
import Testing

@testable import LatchkeySystem

@Suite struct LocationsTests {
    private let full = [
        "HOME": "/home/ada", "XDG_DATA_HOME": "/w/data", "XDG_DATA_DIRS": "/a/share:/b/share/",
        "XDG_CONFIG_HOME": "/w/config", "XDG_STATE_HOME": "/w/state", "XDG_CACHE_HOME": "/w/cache",
        "XDG_RUNTIME_DIR": "/w/run",
    ]

    @Test func `derives every path from its XDG variable`() throws {
        let places = try Locations(environment: full)
        #expect(places.dataHome == "/w/data")
        #expect(places.configHome == "/w/config")
        #expect(places.runtimeDirectory == "/w/run/latchkey")
        #expect(try places.agentSocket == "/w/run/latchkey/agent.sock")
        #expect(places.agentLock == "/w/run/latchkey/agent.lock")
        #expect(places.agentLog == "/w/state/latchkey/agent.log")
        #expect(places.cacheHome == "/w/cache")
        #expect(
            places.providerFolders == [
                "/w/data/latchkey/providers", "/a/share/latchkey/providers", "/b/share/latchkey/providers",
            ])
        #expect(
            places.container(of: try ProviderIdentifier("org.example.vault"))
                == "/w/data/latchkey/containers/org.example.vault")
        #expect(places.warning == nil)
    }

    @Test(arguments: [
        ("/opt/latchkey/bin", "/opt/latchkey/share"), ("/opt/latchkey/libexec/latchkey", "/opt/latchkey/share"),
        ("/home/ada/latchkey/.build/debug", nil),
    ])
    func `finds the providers of an installation with any prefix`(programs: String, share: String?) {
        #expect(Locations.share(ofProgramsIn: programs) == share)
    }

    @Test func `puts every path under HOME without XDG variables`() throws {
        let places = try Locations(environment: ["HOME": "/home/ada"], systemRuntime: "/nowhere")
        #expect(places.dataHome == "/home/ada/.local/share")
        #expect(places.dataDirs == ["/usr/local/share", "/usr/share"])
        #expect(places.configHome == "/home/ada/.config")
        #expect(places.stateHome == "/home/ada/.local/state")
        #expect(places.cacheHome == "/home/ada/.cache")
        #expect(places.runtimeDirectory == "/home/ada/.local/state/latchkey/run")
        #expect(places.warning != nil)
    }

    @Test(arguments: ["relative", "", "./x"])
    func `ignores a relative path in a variable`(value: String) throws {
        var environment = full
        environment["XDG_DATA_HOME"] = value
        #expect(try Locations(environment: environment).dataHome == "/home/ada/.local/share")
    }

    @Test(arguments: [nil, "", "home/ada"] as [String?])
    func `throws if HOME is not an absolute path`(home: String?) {
        var environment = full
        environment["HOME"] = home
        #expect(throws: SystemError.noHome) { try Locations(environment: environment) }
    }

    @Test func `uses /run/user only if the folder is private to this user`() throws {
        let folder = try TemporaryFolder()
        let me = geteuid()
        try PrivateFolder.ensure("\(folder.path)/\(me + 1)", userID: me)
        let ours = try Locations(environment: ["HOME": "/h"], userID: me, systemRuntime: folder.path)
        #expect(ours.runtimeDirectory == "/h/.local/state/latchkey/run")
        try PrivateFolder.ensure("\(folder.path)/\(me)", userID: me)
        let there = try Locations(environment: ["HOME": "/h"], userID: me, systemRuntime: folder.path)
        #expect(there.runtimeDirectory == "\(folder.path)/\(me)/latchkey")
        #expect(there.warning == nil)
        let foreign = try Locations(environment: ["HOME": "/h"], userID: me + 1, systemRuntime: folder.path)
        #expect(foreign.runtimeDirectory == "/h/.local/state/latchkey/run")
    }

    @Test func `accepts a socket path of 107 bytes and refuses one of 108`() throws {
        let ending = "/latchkey/agent.sock".utf8.count
        var environment = full
        environment["XDG_RUNTIME_DIR"] = "/" + String(repeating: "r", count: 107 - ending - 1)
        #expect(try Locations(environment: environment).agentSocket.utf8.count == 107)
        environment["XDG_RUNTIME_DIR"] = "/" + String(repeating: "r", count: 108 - ending - 1)
        let error = #expect(throws: SystemError.self) { try Locations(environment: environment).agentSocket }
        guard case .socketPathTooLong(_, 108, 107) = error else { return #expect(error == nil) }
        #expect(error?.hint == "set XDG_RUNTIME_DIR to a shorter path")
    }
}
