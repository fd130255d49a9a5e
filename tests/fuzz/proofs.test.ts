import fc from 'fast-check';
import { test } from 'vitest';
import { growingForest, revertedForest } from '../unit/consensus/naiveForest';
import { runsOf } from './cases';

test('proofs are carried over any blocks to what the whole forest says', () =>
  fc.assert(growingForest, runsOf('proofs', 1 / 2)));

test('and back, when blocks are reverted', () => fc.assert(revertedForest, runsOf('proofs', 1 / 2)));
