import fc from 'fast-check';
import { test } from 'vitest';
import { growingForest, revertedForest } from '../unit/consensus/naiveForest';
import { runsOf } from './cases';

test('advanced proofs equal those of the whole forest after any blocks', () =>
  fc.assert(growingForest, runsOf('proofs', 1 / 2)));

test('rewound proofs equal those of the whole forest after reverted blocks', () =>
  fc.assert(revertedForest, runsOf('proofs', 1 / 2)));
