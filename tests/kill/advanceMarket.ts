// Advances a market on disk, with actions at many blocks, until it is killed.
import { KILL_TIP, liveWithMarket } from './marketLife';

const SETTLED_AFTER = 12;
let lived = 0;

await liveWithMarket(process.argv[2]!, KILL_TIP, () => {
  if (++lived === SETTLED_AFTER) process.stdout.write('living\n');
});
