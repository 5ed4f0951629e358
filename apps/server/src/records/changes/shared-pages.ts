/**
 * Pages of changes that several streams want at the same time: one of them reads, and the others take what it has read. Many streams of
 * one program follow the same changes from the same place.
 */

/** For those who are woken with the one that reads; a page says up to which revision it is true, so that it is never taken for a later one. */
const keptMs = 250;
const maxPages = 50;
/** A larger page is for those only who wait for it. What a slow stream holds of a smaller one counts nowhere. */
const maxBytes = 1_048_576;

/** A page that is the same for all who ask under its name. */
interface Shareable {
  /** 0: it has no changes. */
  readonly bytes: number;
}

export class SharedPages {
  private readonly pages = new Map<string, Promise<Shareable>>();

  /**
   * @param name of what is read: the same for those to whom the same page may be shown
   * @param hold counts the bytes of a large page that another one has read
   * @throws what `read` and `hold` throw; a failure of another one's reading is not this one's
   */
  async get<Page extends Shareable>(
    name: string,
    read: () => Promise<Page>,
    hold: (bytes: number) => void,
  ): Promise<Page> {
    for (let begun = this.find<Page>(name); begun !== undefined; begun = this.find(name)) {
      const page = await begun.catch(() => undefined);
      if (page === undefined) continue;
      if (page.bytes > maxBytes) hold(page.bytes);
      return page;
    }
    return this.begin(name, read);
  }

  private find<Page>(name: string): Promise<Page> | undefined {
    return this.pages.get(name) as Promise<Page> | undefined;
  }

  private begin<Page extends Shareable>(name: string, read: () => Promise<Page>): Promise<Page> {
    const reading = read();
    if (this.pages.size >= maxPages) return reading;
    this.pages.set(name, reading);
    const forget = () => this.pages.delete(name);
    // What comes next is not on an empty page, so nobody else may wait by it.
    const isKept = ({ bytes }: Shareable) => bytes > 0 && bytes <= maxBytes;
    reading.then((page) => (isKept(page) ? setTimeout(forget, keptMs).unref() : forget()), forget);
    return reading;
  }
}
