export default {
  title: 'Settings',
  lead: 'Stored in this browser only.',
  display: 'Display',
  language: {
    legend: 'Language',
    browser: (language: string) => `Browser language (${language})`,
    hint: 'The page reloads to apply the language.',
    miningHint: 'This tab is mining. The language applies after the next reload.'
  },
  theme: {
    legend: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark'
  },
  licenses: 'Licenses of the software in Quarry'
};
