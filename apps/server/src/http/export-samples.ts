import { exportedSources, exportHeaders } from '@atrium/contract/exports';
import { maximumRows } from '@atrium/contract/product';
import { pythonCalls, type Sample, tokenWithCurl, typedClient } from './guide-sample.ts';

export const followingText = `<p><code>GET /api/export/{source}</code> has the rows of the data calls by minute, hour or day, without a limit: up to ${maximumRows} in a page, and <code>nextCursor</code> while there are more. Send it back as <code>cursor</code>, with the same parameters. Sources: ${exportedSources.join(', ')}.</p>
<p>Figures change afterward: readings arrive late, people correct, import and move counts. The reply of the last page has a <code>watermark</code>. Send it as <code>changedSince</code> the next time, and you get only the days that may have changed, and those that were not over. A page always has all rows of an entity and a local day: replace whatever you have of that day. As CSV and Arrow, the two are in the headers <code>${exportHeaders.nextCursor}</code> and <code>${exportHeaders.watermark}</code>.</p>
<p>A watermark is good for 400 days, for the user of the client and for what that user may see. After a restore, or when the rights of the user change, it is refused with the status 400: delete your copy and export from the start. Entities that were deleted are not mentioned any more; the lists, such as <code>/api/location</code>, say which exist.</p>`;

/** Programs that keep a copy: each run brings what changed since the one before. Tests run them. */
export function followingSamples(url: string): readonly Sample[] {
  return [
    {
      language: 'follow-curl',
      title: 'curl, as CSV',
      text: 'Save it as follow.sh and run <code>sh follow.sh</code>. New rows are in rows.csv, with a header for each page.',
      code: `${tokenWithCurl(url)}
SINCE=$(cat watermark.txt 2>/dev/null)
CURSOR=
: > rows.csv
while true; do
  curl -sSf -G ${url}/api/export/traffic -D headers.txt \\
    -H "Authorization: Bearer $TOKEN" -H "Accept: text/csv" \\
    -d entityType=location -d dateGroupings=hour -d startDate=2026-01-01 -d endDate=2099-12-31 \\
    \${SINCE:+-d "changedSince=$SINCE"} \${CURSOR:+-d "cursor=$CURSOR"} >> rows.csv || exit 1
  CURSOR=$(grep -i '^${exportHeaders.nextCursor}:' headers.txt | tr -d '\\r' | sed 's/.*: *//')
  [ -n "$CURSOR" ] || break
done
grep -i '^${exportHeaders.watermark}:' headers.txt | tr -d '\\r' | sed 's/.*: *//' > watermark.txt
wc -l < rows.csv
`,
    },
    {
      language: 'follow-typescript',
      title: 'TypeScript and JavaScript',
      text: 'With the typed client. Save it as follow.mts and run <code>npx tsx follow.mts</code>. The copy is in copy.json: rows by location and local day.',
      code: `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
${typedClient(url)}
interface Copy {
  days: Record<string, object[]>;
  watermark?: string;
}
const copy: Copy = existsSync('copy.json') ? JSON.parse(readFileSync('copy.json', 'utf8')) : { days: {} };
let cursor: string | undefined;
let received = 0;
do {
  const page = await atrium.exportData({
    source: 'traffic',
    entityType: 'location',
    dateGroupings: 'hour',
    startDate: '2026-01-01',
    endDate: '2099-12-31',
    changedSince: copy.watermark,
    cursor,
  });
  const days: Record<string, object[]> = {};
  for (const row of page.results) {
    const date = new Date(row.recordDate).toLocaleDateString('en-CA', { timeZone: String(row.timezone) });
    (days[\`\${row.entityId} \${date}\`] ??= []).push(row);
  }
  Object.assign(copy.days, days);
  received += Object.keys(days).length;
  cursor = page.nextCursor;
  if (!cursor) copy.watermark = page.watermark;
} while (cursor);
writeFileSync('copy.json', JSON.stringify(copy));
console.log(received, 'days received');
`,
    },
    {
      language: 'follow-python',
      title: 'Python',
      text: 'The same with Python 3.9 and its standard library. Save it as follow.py and run <code>python3 follow.py</code>.',
      code: `from datetime import datetime
from zoneinfo import ZoneInfo
${pythonCalls(url)}
copy = {"days": {}}
if os.path.exists("copy-py.json"):
    copy = json.load(open("copy-py.json"))
query = {"entityType": "location", "dateGroupings": "hour", "startDate": "2026-01-01", "endDate": "2099-12-31"}
if "watermark" in copy:
    query["changedSince"] = copy["watermark"]
received = 0
while True:
    page = send("/api/export/traffic?" + urlencode(query), headers=headers)
    days = {}
    for row in page["results"]:
        at = datetime.fromisoformat(row["recordDate"].replace("Z", "+00:00"))
        day = str(at.astimezone(ZoneInfo(row["timezone"])).date())
        days.setdefault(row["entityId"] + " " + day, []).append(row)
    copy["days"].update(days)
    received += len(days)
    if "nextCursor" not in page:
        break
    query["cursor"] = page["nextCursor"]
copy["watermark"] = page["watermark"]
json.dump(copy, open("copy-py.json", "w"))
print(received, "days received")
`,
    },
  ];
}
