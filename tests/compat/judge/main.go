// Judge follows a chain with the reference implementation and says what it thinks of blocks.
//
// The argument is a network file. Each line of input is "check HEX" or "add HEX", a block in V2 encoding on top of the
// chain's tip; "add" makes it the tip. Each line of output is "ok STATE", with the encoded state after the block, or
// "invalid REASON", "undecodable REASON", or "panic REASON". The first line is the state after genesis.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"go.sia.tech/core/consensus"
	"go.sia.tech/core/types"
	"go.sia.tech/coreutils/chain"
)

func main() {
	store, manager, err := open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(accepted(manager.TipState()))
	for in := bufio.NewReader(os.Stdin); ; {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		act, encoded, _ := strings.Cut(strings.TrimSpace(line), " ")
		fmt.Println(strings.ReplaceAll(answer(store, manager, act, encoded), "\n", " "))
	}
}

func open(path string) (*chain.DBStore, *chain.Manager, error) {
	var file struct {
		Network consensus.Network `json:"network"`
		Genesis types.Block       `json:"genesis"`
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	} else if err := json.Unmarshal(text, &file); err != nil {
		return nil, nil, err
	}
	store, state, err := chain.NewDBStore(chain.NewMemDB(), &file.Network, file.Genesis, nil)
	if err != nil {
		return nil, nil, err
	}
	return store, chain.NewManager(store, state), nil
}

func answer(store *chain.DBStore, manager *chain.Manager, act, encoded string) (text string) {
	defer func() {
		if reason := recover(); reason != nil {
			text = fmt.Sprint("panic ", reason)
		}
	}()
	block, err := decode(encoded)
	if err != nil {
		return "undecodable " + err.Error()
	}
	state := manager.TipState()
	if act == "add" {
		err = manager.AddBlocks([]types.Block{block})
		state = manager.TipState()
	} else if err = consensus.ValidateOrphan(state, block); err == nil {
		// The elements of V1 transactions are looked up at the tip, as the chain manager does.
		supplement := store.SupplementTipBlock(block)
		if err = consensus.ValidateBlock(state, block, supplement); err == nil {
			ancestor, _ := store.AncestorTimestamp(block.ParentID)
			state, _ = consensus.ApplyBlock(state, block, supplement, ancestor)
		}
	}
	if err != nil {
		return "invalid " + err.Error()
	}
	return accepted(state)
}

func decode(encoded string) (types.Block, error) {
	var block types.V2Block
	raw, err := hex.DecodeString(encoded)
	if err != nil {
		return types.Block{}, err
	}
	decoder := types.NewBufDecoder(raw)
	block.DecodeFrom(decoder)
	return types.Block(block), decoder.Err()
}

func accepted(state consensus.State) string {
	var raw bytes.Buffer
	encoder := types.NewEncoder(&raw)
	state.EncodeTo(encoder)
	encoder.Flush()
	return "ok " + hex.EncodeToString(raw.Bytes())
}
