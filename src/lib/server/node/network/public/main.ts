import type { BlockId } from '$lib/chain/ids';
import { MAINNET } from '$lib/chain/network/publicNetworks';
import { mainnetGenesis } from './mainGenesis';
import { MAIN_EXPIRY_ORDERS } from './mainExpiries';
import type { PublicPreset } from './publicPreset';

/**
 * The main network. Peers are the reference implementation's bootstrap list; the checkpoint is the one published in the
 * wallet server's help, at the height from which V2 is required. Both as of core 0.21.7; addresses go stale.
 */
export const mainPreset = (): PublicPreset => ({
  network: { ...MAINNET, expiryOrders: MAIN_EXPIRY_ORDERS },
  genesis: mainnetGenesis(),
  checkpoints: [{ height: 530000, id: '0000000000000000abb98e3b587fba3a0c4e723ac1e078e9d6a4d13d1d131a2c' as BlockId }],
  bootstrapPeers: BOOTSTRAP_PEERS
});

const BOOTSTRAP_PEERS = [
  '15.204.108.151:9981',
  '66.23.193.244:9981',
  '141.95.84.129:9981',
  '194.107.177.77:9981',
  '216.183.223.48:9981',
  '45.12.74.240:11981',
  '15.204.109.14:9981',
  '81.243.148.59:9981',
  '84.50.88.149:9931',
  '82.67.59.105:9981',
  '86.24.126.12:9981',
  '93.184.203.242:9981',
  '184.71.238.187:9981',
  '142.179.102.47:9981',
  '185.101.25.78:9981',
  '5.59.198.130:9981',
  '174.97.102.153:9981',
  '71.255.58.253:9981',
  '91.39.223.76:9981',
  '92.114.97.173:9981',
  '106.104.164.4:9981',
  '86.194.28.153:9995',
  '144.137.29.181:9981',
  '202.142.137.178:9981',
  '185.89.253.123:9981',
  '110.45.238.67:9981',
  '101.100.147.220:9981',
  '170.79.180.236:9981',
  '65.21.121.22:9981',
  '185.241.226.196:9981',
  '204.8.15.207:9981',
  '90.171.252.93:9981',
  '77.225.39.166:9981',
  '66.203.220.32:4261',
  '217.160.254.200:9961',
  '194.164.124.151:9931',
  '82.223.101.90:9851',
  '15.204.141.235:9981',
  '184.145.209.187:9981',
  '178.54.168.29:9981',
  '203.172.135.190:9981',
  '90.45.2.159:9981',
  '86.241.154.30:9981',
  '64.32.12.174:9981',
  '15.204.101.128:9981'
];
