import FlightAnalysis

CoreService<OwnCore>.main()
