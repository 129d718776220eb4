import LatchkeyWire

// What programs may call, a line each; what it means is in the agent.
extension ClientSession {
    func installRequests(in methods: inout MethodTable) {
        methods.on(Suggest.self) { parameters in
            _ = try self.client()
            return try await self.agent.suggest(parameters)
        }
        methods.on(SearchLogins.self) { parameters in
            _ = try self.client()
            return try await self.agent.search(parameters)
        }
        methods.on(Fill.self) { parameters in
            let asker = try self.asker(isPrivate: parameters.isPrivate)
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.fill(parameters, for: asker, on: screen)
            }
        }
        methods.on(CopyCredential.self) { parameters in
            let asker = try self.asker(isPrivate: parameters.isPrivate)
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.copy(parameters, for: asker, on: screen)
            }
        }
        methods.on(OpenList.self) { parameters in
            let asker = try self.asker(isPrivate: parameters.isPrivate)
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.openList(parameters, for: asker, on: screen)
            }
        }
        methods.on(InsertText.self) { parameters in
            let asker = try self.asker(isPrivate: parameters.isPrivate)
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.insertText(parameters, for: asker, on: screen)
            }
        }
        methods.on(SavePassword.self) { parameters in
            let asker = try self.asker()
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.save(parameters, for: asker, on: screen)
            }
        }
        methods.on(GeneratePasswords.self) { parameters in
            let asker = try self.asker()
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.generate(parameters, for: asker, on: screen)
            }
        }
        methods.on(ReportCredential.self) { parameters in
            try await self.agent.report(parameters, for: self.asker())
        }
        installPasskeys(in: &methods)
        methods.on(GetGitCredential.self) { parameters in
            let asker = try self.asker()
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.getGitCredential(parameters, for: asker, on: screen)
            }
        }
        methods.on(StoreGitCredential.self) { parameters in
            try await self.agent.storeGitCredential(parameters, for: self.asker())
        }
        methods.on(EraseGitCredential.self) { parameters in
            try await self.agent.eraseGitCredential(parameters, for: self.asker())
        }
        methods.on(StartAhead.self) { parameters in
            _ = try self.client()
            return await self.agent.startAhead(parameters.provider)
        }
    }

    private func installPasskeys(in methods: inout MethodTable) {
        methods.on(CreatePasskey.self) { parameters in
            let asker = try self.asker(isPrivate: parameters.isPrivate)
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.createPasskey(parameters, for: asker, on: screen)
            }
        }
        methods.on(GetPasskey.self) { parameters in
            let asker = try self.asker(isPrivate: parameters.isPrivate)
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.getPasskey(parameters, for: asker, on: screen)
            }
        }
        methods.on(ListPasskeys.self) { parameters in
            _ = try self.client()
            return try await self.agent.listPasskeys(parameters)
        }
    }

    func installSettings(in methods: inout MethodTable) {
        methods.on(ListProviders.self) { _ in
            _ = try self.client()
            return await self.agent.listProviders()
        }
        methods.on(EnableProvider.self) { parameters in
            try await self.agent.enable(parameters, for: self.asker())
        }
        methods.on(DisableProvider.self) { parameters in
            try await self.agent.disable(parameters.provider, for: self.asker())
        }
        methods.on(OrderProviders.self) { parameters in
            _ = try self.client()
            return try await self.agent.order(parameters.providers)
        }
        methods.on(ConfigureProvider.self) { parameters in
            let asker = try self.asker()
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.configure(parameters.provider, for: asker, on: screen)
            }
        }
        methods.on(DebugProvider.self) { parameters in
            try await self.agent.debug(parameters, for: self.asker())
        }
        methods.on(ReloadProviders.self) { _ in
            _ = try self.client()
            return await self.agent.reloadProviders()
        }
        methods.on(KeepIdentitiesInMemory.self) { parameters in
            _ = try self.client()
            return try await self.agent.keepIdentitiesInMemory(parameters.isOn)
        }
        methods.on(LockProviders.self) { _ in
            try await self.agent.lock(for: self.asker())
        }
        methods.on(ChooseSheetMark.self) { parameters in
            _ = try self.client()
            return try await self.agent.chooseSheetMark(parameters)
        }
        methods.on(ReloadQuirks.self) { _ in
            _ = try self.client()
            return await self.agent.reloadQuirks()
        }
        methods.on(QuirksOfSite.self) { parameters in
            _ = try self.client()
            return try await self.agent.quirks(of: parameters)
        }
        methods.on(ReadLog.self) { parameters in
            _ = try self.client()
            return await self.agent.readLog(parameters)
        }
        methods.on(AgentStatus.self) { _ in
            _ = try self.client()
            return await self.agent.status()
        }
        methods.on(AuthenticateApp.self) { try self.authenticate($0) }
        methods.on(RequestToTurnOn.self) { parameters in
            let asker = try self.asker()
            return try await self.withScreen { screen throws(RemoteError) in
                try await self.agent.askToTurnOn(parameters.provider, for: asker, on: screen)
            }
        }
    }
}
