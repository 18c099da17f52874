import { search } from '@atrium/contract/search';
import { useEffect, useState } from 'react';
import { isSame, readRecents, type Recent, recentsOf } from '../../analytics/recents.ts';
import { call } from '../../api/client.ts';
import { useScope } from '../../api/scope.tsx';
import { recall, remember } from '../../ui/use-remembered.ts';

/**
 * The pages this person opened last on this device, if they still may see them: deleted ones are dropped, and new names
 * are updated.
 */
export function useRecents(): readonly Recent[] {
  const { userId } = useScope();
  const key = recentsOf(userId);
  const [recents, setRecents] = useState(() => readRecents(recall(key)));
  useEffect(() => {
    let isShown = true;
    const check = async () => {
      const checked = await Promise.all(readRecents(recall(key)).map(asItIsNow));
      const known = checked.filter((recent) => recent !== undefined);
      remember(key, JSON.stringify(known));
      if (isShown) setRecents(known);
    };
    void check();
    return () => {
      isShown = false;
    };
  }, [key]);
  return recents;
}

async function asItIsNow(recent: Recent): Promise<Recent | undefined> {
  try {
    const found = await call(search, { query: { text: `id::${recent.id}` } });
    const same = found.find((result) => isSame(result, recent));
    return same && { ...recent, name: same.name, detail: same.detail };
  } catch {
    // Without a response it is unknown whether it was deleted.
    return recent;
  }
}
