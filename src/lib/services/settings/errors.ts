import { excerpt } from '$lib/codec/visibleText';
import { AppError } from '$lib/errors';

/** The file is not a Quarry settings file. */
export class NoSettingsFileError extends AppError {
  readonly code = 'settings/not-a-file';
  constructor() {
    super('This file contains no Quarry settings.');
  }
}

/** The file was written by a version with a different format. */
export class SettingsVersionError extends AppError {
  readonly code = 'settings/version';
  constructor(
    readonly version: unknown,
    readonly known: number
  ) {
    super(
      `The settings file has version ${excerpt(String(JSON.stringify(version)))}; this Quarry reads version ${known}.`
    );
  }
}

/** The file has settings that this version does not know. */
export class UnknownSettingsError extends AppError {
  readonly code = 'settings/unknown';
  constructor(readonly names: string) {
    super(`The settings file has unknown settings: ${names}. None of it was used.`);
  }
}

/** Settings in the file have invalid values. */
export class InvalidSettingsError extends AppError {
  readonly code = 'settings/invalid';
  constructor(readonly names: string) {
    super(`The settings file has values that are not allowed: ${names}. None of it was used.`);
  }
}
