/** A backup that is damaged, or that does not fit this version; the message says what is wrong with it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** A folder or passphrase with which nothing can be done; the message says why. */
export class BackupArgumentError extends Error {
  override readonly name = 'BackupArgumentError';
}
