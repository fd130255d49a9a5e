import { DEFAULT_ELECTRICITY, parseElectricity, type ElectricitySettings } from '$lib/services/mining/electricity';
import { Persisted } from '../reactive/persisted.svelte';

/** The user's electricity settings, stored in this browser. */
export class MiningElectricity extends Persisted<ElectricitySettings> {
  constructor() {
    super('electricity', DEFAULT_ELECTRICITY, parseElectricity);
  }
}
