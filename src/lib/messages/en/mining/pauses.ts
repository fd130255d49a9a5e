export default {
  title: 'Pauses',
  onBattery: 'Pause on battery',
  lowBattery: 'Pause below 20 % battery, also while it charges',
  whileBusy: 'Pause while I use the computer',
  whileBusyHint:
    'Mining resumes after a minute without input. Where the browser does not report that, or is not allowed to, only input on this page counts.',
  hours: 'Mine at certain hours only',
  from: 'From',
  to: 'To',
  footer: 'Mining resumes by itself. Browsers that do not report the battery mine on battery too.'
};
