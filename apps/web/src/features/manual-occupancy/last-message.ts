import { manualOccupancy, type ManualOccupancy } from '@atrium/contract/manual-occupancy';
import { useEffect, useState } from 'react';
import { recall, remember } from '../../ui/use-remembered.ts';

/** What the counter knew last on this device: without a connection, people go on from there. */
export function useLastMessage(key: string, message: ManualOccupancy | undefined): ManualOccupancy | undefined {
  const [kept] = useState(() => keptUnder(key));
  const text = message && JSON.stringify(message);
  useEffect(() => {
    if (text !== undefined) remember(key, text);
  }, [key, text]);
  return kept;
}

function keptUnder(key: string): ManualOccupancy | undefined {
  try {
    return manualOccupancy.message.parse(JSON.parse(recall(key) ?? ''));
  } catch {
    return undefined;
  }
}
