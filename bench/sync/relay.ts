import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { sign } from '$lib/chain/keys/sign';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { createMiningServer } from '$lib/api/mining-server/client';
import { mine, openNode, type OpenNode } from '../../tests/support/node';
import { figureOf, quantile, type Figure } from '../figures.ts';

const POOLED = 200;
const ROUNDS = 20;
const FEE = 10n ** 22n;
const POLL_MS = 5;
const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const policy = { type: 'pk', publicKey: key.publicKey } as const;
const address = policyAddress(policy);

function pay(parent: CoinElement, outputs: number): V2Transaction {
  const total = parent.output.value - FEE;
  const share = total / BigInt(outputs);
  const input = (signatures: ReturnType<typeof sign>[]) => ({
    parent,
    satisfiedPolicy: { policy, signatures, preimages: [] }
  });
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [input([])],
    coinOutputs: Array.from({ length: outputs }, (_, i) => ({
      value: hastings(i === 0 ? total - share * BigInt(outputs - 1) : share),
      address
    })),
    minerFee: hastings(FEE)
  };
  return { ...unsigned, coinInputs: [input([sign(key.privateKey, inputSigHash(unsigned))])] };
}

async function outputs({ wallet }: OpenNode): Promise<CoinElement[]> {
  const found: CoinElement[] = [];
  for (;;) {
    const page = await wallet.coinOutputs({ params: { address }, query: { offset: found.length, limit: 100 } });
    if (page.outputs.length === 0) return found;
    found.push(...page.outputs);
  }
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Three nodes in a line, in one process: the work of each adds to the total time. */
export async function relayFigures(runs: number): Promise<Figure[]> {
  const nodes: OpenNode[] = [];
  for (let i = 0; i < 3; i++) {
    const before = nodes.at(-1)?.node.peers!.address;
    const peers = { listen: '127.0.0.1:0', peers: before === undefined ? [] : [before], discover: false };
    nodes.push(await openNode({ peers }));
  }
  const [one, two, three] = nodes as [OpenNode, OpenNode, OpenNode];
  await until(() => two.node.peers!.peers.length === 2);
  await mine(one, 2);
  const isSettled = () => two.node.tip.id === one.node.tip.id && three.node.tip.id === one.node.tip.id;
  const send = async (transactions: readonly V2Transaction[]) => {
    for (const transaction of transactions) {
      const body = { basis: one.node.tip, transactions: [], v2Transactions: [transaction] };
      await one.wallet.broadcast({ body });
    }
  };
  await until(isSettled);
  await send([pay((await outputs(one))[0]!, POOLED)]);
  await mine(one);
  await until(isSettled);

  const mining = createMiningServer({ ...two.transport, baseUrl: 'http://node/api' });
  const times: number[] = [];
  const workTimes: number[] = [];
  const bytes: number[] = [];
  const cpuTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await send((await outputs(one)).slice(0, POOLED).map((parent) => pay(parent, 1)));
    await until(async () => (await three.wallet.poolTransactions()).v2Transactions.length === POOLED);
    const { longPollId } = await mining.getTemplate({ body: {} });
    const newWork = mining.getTemplate({ body: { longpollid: longPollId } });
    const sentBefore = two.node.peers!.traffic.sent;
    let foundAtMs = 0;
    let foundAtCpu = process.cpuUsage();
    const accepted = new Promise<number>((resolve) => {
      const stop = three.node.onTip(() => {
        stop();
        const { user, system } = process.cpuUsage(foundAtCpu);
        cpuTimes.push((user + system) / 1000);
        resolve(performance.now());
      });
    });
    const stopFound = one.node.onTip(() => {
      stopFound();
      foundAtMs = performance.now();
      foundAtCpu = process.cpuUsage();
    });
    await mine(one);
    const { parentId } = await newWork;
    workTimes.push(performance.now() - foundAtMs);
    if (parentId !== one.node.tip.id) throw new Error('the new work is not on the new block');
    times.push((await accepted) - foundAtMs);
    bytes.push(two.node.peers!.traffic.sent - sentBefore);
  }
  for (const { node } of nodes.toReversed()) await node.close();
  const how = `${ROUNDS} blocks with ${POOLED} transactions already in all pools, three nodes in one process, connected in a line over loopback`;
  return [
    figureOf('relay_p95_ms', [quantile(times, 0.95)], {
      unit: 'ms',
      how: `${how}; from the first node's tip to the third's`
    }),
    figureOf('relay_processor_p95_ms', [quantile(cpuTimes, 0.95)], {
      unit: 'cpu-ms',
      how: `${how}; CPU time of all three nodes and their threads in that time, unaffected by other load on the machine`
    }),
    figureOf('relay_new_work_p95_ms', [quantile(workTimes, 0.95)], {
      unit: 'ms',
      how: `${how}; from the first node's tip to the second node's response to a long poll for a template`
    }),
    figureOf('relay_bytes_a_hop', bytes.slice(0, Math.max(runs, ROUNDS)), {
      unit: 'bytes',
      how: `${how}; sent by the middle node, in both directions`
    })
  ];
}
