/** Intervals of the same length, zone by zone. */
export interface Intervals {
  /** Takes the interval that begins at `at`, in epoch seconds; false where another one reaches into it. */
  take(zoneId: string, at: number): boolean;
}

type Pages = Map<number, Uint16Array>;

const pageSize = 512;
/** 64 MB. Files are in the order of their times or of their zones, so what was left the longest ago does not come back. */
const defaultPages = 65_536;

/**
 * Each interval lies in one slot of its length, which holds when it begins: another one can reach into it only from the same
 * slot or from the ones beside it.
 */
export function intervalsOf(span: number, maxPages = defaultPages): Intervals {
  const zones = new Map<string, Pages>();
  const kept = new Map<Uint16Array, { readonly pages: Pages; readonly number: number }>();
  let last = { zoneId: '', pages: new Map() as Pages };

  const pagesOf = (zoneId: string): Pages => {
    if (last.zoneId === zoneId) return last.pages;
    const pages = zones.get(zoneId) ?? new Map<number, Uint16Array>();
    zones.set(zoneId, pages);
    last = { zoneId, pages };
    return pages;
  };

  const newPage = (pages: Pages, number: number): Uint16Array => {
    for (const [oldest, place] of kept) {
      if (kept.size < maxPages) break;
      place.pages.delete(place.number);
      kept.delete(oldest);
    }
    const page = new Uint16Array(pageSize);
    pages.set(number, page);
    kept.set(page, { pages, number });
    return page;
  };

  return {
    take(zoneId, at) {
      const pages = pagesOf(zoneId);
      const slot = Math.floor(at / span);
      const within = at - slot * span;
      /** One more than the seconds from the start of the slot; 0 while it is free. */
      const held = (each: number) => pages.get(Math.floor(each / pageSize))?.[each % pageSize] ?? 0;
      const [before, after] = [held(slot - 1), held(slot + 1)];
      if (held(slot) > 0 || before - 1 > within || (after > 0 && after - 1 < within)) return false;
      const number = Math.floor(slot / pageSize);
      const page = pages.get(number) ?? newPage(pages, number);
      page[slot % pageSize] = within + 1;
      return true;
    },
  };
}
