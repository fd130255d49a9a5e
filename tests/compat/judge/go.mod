module judge

go 1.26.0

require (
	go.sia.tech/core v0.21.1
	go.sia.tech/coreutils v0.21.0
)

require (
	go.uber.org/multierr v1.11.0 // indirect
	go.uber.org/zap v1.27.1 // indirect
	golang.org/x/crypto v0.53.0 // indirect
	golang.org/x/sys v0.46.0 // indirect
	lukechampine.com/frand v1.5.1 // indirect
)
