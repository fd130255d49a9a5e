import { formatCount } from '../../format';

export default {
  title: 'Trust this server’s chain?',
  text: (height: number | undefined) =>
    `${height === undefined ? '' : `The wallet has read the chain up to block ${formatCount(height)}. `}Nothing proves that the server’s chain continues the one that this wallet has read. After a rescan, the balance and the payments are those of the server’s chain, which it may have invented. Keys, addresses and labels stay.`,
  public: (network: string) =>
    `The chain of “${network}” never restarts, so either this server or what the wallet has read before is wrong. Check another server or your own node first, and do not rely on new coins until they are verified by the <link>light client</link>.`,
  private:
    'Rescan only if this private network was restarted, or its rules changed. Otherwise check another server first.',
  rescan: 'Rescan wallet'
};
