import type { Display } from '@atrium/contract/displays';
import { occupancyViews } from '@atrium/rules/display';
import { texts } from './texts.ts';

interface DisplayLink {
  readonly label: string;
  readonly url: string;
}

/** The addresses of a display: one for each way to show it. */
export function linksOf({ kind, url }: Pick<Display, 'kind' | 'url'>): readonly DisplayLink[] {
  if (kind !== 'live-occupancy') return [{ label: texts.link, url }];
  return [
    { label: texts.views.default, url },
    ...occupancyViews.map((view) => ({ label: texts.views[view], url: `${url}?view=${view}` })),
  ];
}

export function rawDataUrl({ url, code }: Pick<Display, 'url' | 'code'>): string {
  return `${new URL(url).origin}/api/raw-data/live-occupancy/${code}`;
}

export function chooserUrl({ url, kind }: Pick<Display, 'url' | 'kind'>): string {
  return `${new URL(url).origin}/api/display/${kind}`;
}

/**
 * For pages of other sites: it asks every ten seconds and shows the number in an element. A display that is switched
 * off shows nothing; while no number comes, the last one stays.
 */
export function snippetOf(display: Pick<Display, 'url' | 'code'>): string {
  return `<p id="live-occupancy"></p>
<script>
  (function show() {
    fetch('${rawDataUrl(display)}')
      .then(function (response) {
        if (response.status === 404) document.getElementById('live-occupancy').textContent = '';
        return response.ok ? response.json() : null;
      })
      .then(function (data) {
        if (!data || data.occupancy === null) return;
        var free = data.remaining === null ? '' : data.remaining > 0 ? ', ' + data.remaining + ' places free' : ', full';
        document.getElementById('live-occupancy').textContent = data.name + ': ' + data.occupancy + ' people' + free;
      })
      .catch(function () {})
      .then(function () { setTimeout(show, 10000); });
  })();
</script>`;
}
