export default {
  title: 'Pauses',
  onBattery: 'Pause on battery',
  lowBattery: 'Pause below 20% battery, even while charging',
  whileBusy: 'Pause while I use the computer',
  whileBusyHint:
    'Mining resumes after a minute without input. If the browser does not report input elsewhere, or is not allowed to, only input on this page counts.',
  hours: 'Mine only during certain hours',
  from: 'From',
  to: 'To',
  footer:
    'Mining resumes automatically. In browsers that do not report the battery state, mining continues on battery power.'
};
