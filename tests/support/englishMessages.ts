// Runs before every test file: components and services find their English texts, as on a page.
import { loadMessages } from './messages';

await loadMessages('en');
