import { tokenPath } from '@atrium/contract/api-clients';
import { mainProduct } from '@atrium/contract/product';
import { callRate } from '@atrium/rules/api-client';
import { followingSamples, followingText } from './export-samples.ts';
import { pythonCalls, type Sample, tokenWithCurl, typedClient } from './guide-sample.ts';

export const guidePath = '/api/docs/clients';
export const clientFolder = '/api/docs';

/** Programs that run as they are, against the installation at this address. Tests run them. */
function samplesFor(url: string): readonly Sample[] {
  return [
    {
      language: 'curl',
      title: 'curl',
      text: 'The visitors of yesterday, for each location. Save it as report.sh and run <code>sh report.sh</code>.',
      code: `${tokenWithCurl(url)}
curl -sSf -H "Authorization: Bearer $TOKEN" \\
  "${url}/api/data/traffic?entityType=location&relativeDate=yesterday&dateGroupings=day"
`,
    },
    {
      language: 'typescript',
      title: 'TypeScript and JavaScript',
      text: `The same with the typed client, which renews its token and waits when it has called too often. It needs Node 20 and nothing else: download <a href="${clientFolder}/atrium-client.js">atrium-client.js</a> and, for TypeScript, <a href="${clientFolder}/atrium-client.d.ts">atrium-client.d.ts</a>. Save the program as report.mts and run <code>npx tsx report.mts</code>.`,
      code: `${typedClient(url)}
const { rows: locations } = await atrium.listLocations({ order: 'name', limit: 100 });
const { results } = await atrium.getTraffic({
  entityType: 'location',
  relativeDate: 'yesterday',
  dateGroupings: 'day',
});
for (const { locationId, name } of locations) {
  const day = results.find(({ entityId }) => entityId === locationId);
  console.log(name, day?.sumins ?? 'no data');
}
`,
    },
    {
      language: 'python',
      title: 'Python',
      text: 'The same with Python 3 and its standard library. Save it as report.py and run <code>python3 report.py</code>.',
      code: `${pythonCalls(url)}
locations = send("/api/location?order=name&limit=100", headers=headers)
query = urlencode({"entityType": "location", "relativeDate": "yesterday", "dateGroupings": "day"})
days = {day["entityId"]: day for day in send("/api/data/traffic?" + query, headers=headers)["results"]}
for location in locations:
    ins = days.get(location["locationId"], {}).get("sumins")
    print(location["name"], "no data" if ins is None else ins)
`,
    },
  ];
}

/** How a program gets a token and reads data, with samples to copy. */
export function renderGuide(url: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Read data from a program · ${mainProduct.name} API</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Read data from a program</h1>
<ol>
<li>An administrator adds an API client on the page <a href="/#/app/clients">API Clients</a>, and chooses the user whose rights it has.</li>
<li>The program sends the client id and the client secret to <code>POST ${tokenPath}</code>, as a form, as JSON or in a Basic header, and gets an access token for an hour.</li>
<li>It sends the token with each call: <code>Authorization: Bearer …</code>. It may read everything that its user may read. <a href="/api/docs">All calls</a> say whether API clients may make them.</li>
</ol>
<p>A client may make ${callRate.burst} calls at once, and ${callRate.perSecond} a second after that. Beyond it, calls are refused with the status 429 and the header <code>Retry-After</code>. A new secret, and deleting the client or disabling its user, ends its tokens at once.</p>
<p>The samples read the id and the secret from the environment variables <code>ATRIUM_CLIENT_ID</code> and <code>ATRIUM_CLIENT_SECRET</code>. Keep the secret out of web pages and repositories.</p>
<p>A question with more ids than fit into an address is sent as JSON, with <code>POST</code> to the same address. The typed client does that where it is needed.</p>
${shown(samplesFor(url), 'h2')}
<h2 id="export">Keep a copy of the data</h2>
${followingText}
${shown(followingSamples(url), 'h3')}
</main>
</body>
</html>
`;
}

function shown(samples: readonly Sample[], heading: 'h2' | 'h3'): string {
  return samples
    .map(({ language, title, text, code }) => {
      const program = `<pre tabindex="0" data-sample="${language}">${escaped(code)}</pre>`;
      return `<${heading}>${title}</${heading}>\n<p>${text}</p>\n${program}`;
    })
    .join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const style = `
:root { --page: #fafaf8; --card: #fff; --line: #e7e5e0; --ink: #1b1f1e; --quiet: #5f6662; --link: #0b7a75; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1413; --card: #171d1c; --line: #2a3331; --ink: #ecefec; --quiet: #9aa5a1; --link: #3fb8af; }
}
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 32px 16px 64px; }
h1 { font-size: 28px; } h2 { margin-top: 40px; font-size: 20px; } h3 { margin-top: 28px; font-size: 16px; }
a { color: var(--link); }
code, pre { font: 13px/1.6 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
`;
