export default {
  earning: 'Earning',
  atRisk: 'Contracts at risk',
  needsAttention: 'Needs attention',
  notSetUp: 'Not set up',
  checking: 'Checking',
  waiting: 'Waiting for renters'
};
