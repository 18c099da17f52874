import { type ClientFile, clientFiles } from '@atrium/client/generate';
import { mainProduct, version } from '@atrium/contract/product';
import Fastify, { type FastifyInstance } from 'fastify';
import { clientFolder, guidePath, renderGuide } from './client-guide.ts';

const documentPath = '/api/openapi.json';
const pagePath = '/api/docs';
const scriptPath = '/docs/reference.js';

interface Documented {
  readonly describe: () => object;
  /** The files of the typed client. */
  readonly generateClient: () => Promise<Record<ClientFile, string>>;
  readonly publicUrl: () => string;
}

/** The API description for machines, and pages for people that load nothing from outside. */
export function serveDocs(fastify: FastifyInstance, { describe, generateClient, publicUrl }: Documented): void {
  let document: object | undefined;
  fastify.get(documentPath, async () => (document ??= describe()));

  const ownPolicy = { contentSecurityPolicy: { useDefaults: false, directives: policy } };
  const page = renderPage();
  fastify.get(pagePath, { helmet: ownPolicy }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );

  fastify.get(guidePath, { helmet: ownPolicy }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderGuide(publicUrl())),
  );
  let files: ReturnType<typeof generateClient> | undefined;
  for (const name of clientFiles) {
    fastify.get(`${clientFolder}/${name}`, async (_request, reply) => {
      const { [name]: text } = await (files ??= generateClient());
      return reply.type('text/javascript; charset=utf-8').send(text);
    });
  }

  let script: Promise<string> | undefined;
  fastify.get(scriptPath, async (_request, reply) => {
    const text = await (script ??= readScript());
    return reply
      .type('text/javascript; charset=utf-8')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .send(text);
  });
}

/**
 * The viewer comes as a plugin whose page starts with an inline script, and it takes half a second to load. So only its
 * script is used, loaded on demand from a server that nobody can reach.
 */
async function readScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const aside = Fastify();
  await aside.register(scalar, { routePrefix: '/reference', configuration: { url: documentPath } });
  const { body, statusCode } = await aside.inject('/reference/js/scalar.js');
  if (statusCode !== 200) throw new Error(`The script of the API page is missing (${statusCode}).`);
  return body;
}

const policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Its fonts, telemetry and helper scripts would be loaded from outside. */
const configuration = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
};

function renderPage(): string {
  const escaped = JSON.stringify(configuration).replaceAll('"', '&quot;');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${mainProduct.name} API</title>
</head>
<body>
<script id="api-reference" type="application/json" data-url="${documentPath}" data-configuration="${escaped}"></script>
<script src="${scriptPath}?${version}"></script>
</body>
</html>
`;
}
