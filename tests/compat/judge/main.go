// Judge follows a chain with the reference implementation and says what it thinks of blocks.
//
// The argument is a network file. Each line of input is "check HEX" or "add HEX", a block in V2 encoding on top of the
// chain's tip; "add" makes it the tip. Each line of output is "ok STATE", with the encoded state after the block, or
// "invalid REASON", "undecodable REASON", or "panic REASON". The first line is the state after genesis.
//
// "recode KIND HEX" decodes a value of that kind and answers "ok HEX ID" with its encoding and its id or address,
// "parse KIND HEX" does the same with JSON, in UTF-8, and answers "ok HEX". "read KIND HEX" parses text of that kind, in
// UTF-8, and answers "ok TEXT" as it would be written.
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
	if name, digits, isValue := strings.Cut(encoded, " "); isValue {
		raw, err := hex.DecodeString(digits)
		if err != nil {
			return "undecodable " + err.Error()
		}
		switch act {
		case "recode":
			return recode(name, raw)
		case "parse":
			return parse(name, raw)
		case "read":
			return read(name, string(raw))
		}
	}
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

// kind is a kind of values with an encoding and a JSON form.
type kind struct {
	decode func(*types.Decoder) (value types.EncoderTo, id func() string)
	parse  func([]byte) (types.EncoderTo, error)
}

var kinds = map[string]kind{
	"transaction":     kindOf(func(txn types.Transaction) string { return hexOf(txn.ID()) }),
	"v2transaction":   kindOf(func(txn types.V2Transaction) string { return hexOf(txn.ID()) }),
	"satisfiedPolicy": kindOf(func(satisfied types.SatisfiedPolicy) string { return hexOf(satisfied.Policy.Address()) }),
	"block": {
		decode: kindOf(func(b types.V2Block) string { block := types.Block(b); return hexOf(block.ID()) }).decode,
		parse: func(text []byte) (types.EncoderTo, error) {
			var block types.Block
			err := json.Unmarshal(text, &block)
			return types.V2Block(block), err
		},
	},
}

func kindOf[T types.EncoderTo, P interface {
	*T
	types.DecoderFrom
}](id func(T) string) kind {
	return kind{
		decode: func(decoder *types.Decoder) (types.EncoderTo, func() string) {
			var value T
			P(&value).DecodeFrom(decoder)
			return value, func() string { return id(value) }
		},
		parse: func(text []byte) (types.EncoderTo, error) {
			var value T
			err := json.Unmarshal(text, &value)
			return value, err
		},
	}
}

func recode(name string, encoded []byte) string {
	decoder := types.NewBufDecoder(encoded)
	value, id := kinds[name].decode(decoder)
	if err := decoder.Err(); err != nil {
		return "undecodable " + err.Error()
	}
	return "ok " + encodedHex(value) + " " + id()
}

func parse(name string, text []byte) string {
	value, err := kinds[name].parse(text)
	if err != nil {
		return "undecodable " + err.Error()
	}
	return "ok " + encodedHex(value)
}

func read(name, text string) string {
	var written string
	var err error
	switch name {
	case "policy":
		var policy types.SpendPolicy
		if policy, err = types.ParseSpendPolicy(text); err == nil {
			written = policy.String() + " " + hexOf(policy.Address())
		}
	case "amount":
		var amount types.Currency
		if amount, err = types.ParseCurrency(text); err == nil {
			written = amount.ExactString()
		}
	case "address":
		var address types.Address
		if address, err = types.ParseAddress(text); err == nil {
			written = address.String()
		}
	case "chainIndex":
		var index types.ChainIndex
		if index, err = types.ParseChainIndex(text); err == nil {
			written = fmt.Sprintf("%d::%v", index.Height, index.ID)
		}
	}
	if err != nil {
		return "undecodable " + err.Error()
	}
	return "ok " + written
}

func hexOf[T ~[32]byte](id T) string {
	return hex.EncodeToString(id[:])
}

func encodedHex(value types.EncoderTo) string {
	var raw bytes.Buffer
	encoder := types.NewEncoder(&raw)
	value.EncodeTo(encoder)
	encoder.Flush()
	return hex.EncodeToString(raw.Bytes())
}

func accepted(state consensus.State) string {
	return "ok " + encodedHex(state)
}
