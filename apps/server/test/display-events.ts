import type { DisplayState } from '@atrium/contract/displays';

/** An open page, without the page: what the server sends it. */
export interface DisplayEvents {
  readonly states: readonly DisplayState[];
  readonly beats: number;
  readonly isEnded: boolean;
  close(): void;
}

export async function openEvents(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<DisplayEvents> {
  const ending = new AbortController();
  const response = await fetch(`${url}${path}`, { headers, signal: ending.signal });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  const page = { states: [] as DisplayState[], beats: 0, isEnded: false, close: () => ending.abort() };
  const read = async () => {
    let text = '';
    for await (const part of response.body!) {
      text += Buffer.from(part).toString();
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (event.startsWith('event: state') && data !== undefined) page.states.push(JSON.parse(data) as DisplayState);
        if (event.startsWith('event: beat')) page.beats += 1;
      }
    }
  };
  read()
    .catch(() => {})
    .finally(() => {
      page.isEnded = true;
    });
  return page;
}
