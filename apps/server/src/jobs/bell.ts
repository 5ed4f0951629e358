/**
 * Tells whoever listens in this process that there is something to do. What is to be done, and by whom, stands in the database.
 */
export class Bell {
  private readonly listeners = new Set<() => void>();

  /** @returns ends the listening */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  ring(): void {
    for (const listener of this.listeners) listener();
  }
}
