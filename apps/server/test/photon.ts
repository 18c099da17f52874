import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A Photon geocoder as far as its API is documented: `GET /api?q=…&limit=…` returns a GeoJSON collection. */
export interface Photon {
  readonly origin: string;
  /** Requested paths so far, with their queries. */
  readonly asked: string[];
  readonly features: object[];
  /** What the next calls get instead of the features. */
  trouble: { status?: number; body?: string } | undefined;
  close(): Promise<void>;
}

export async function startPhoton(): Promise<Photon> {
  const server = createServer((request, response) => {
    const { status = 200, body } = photon.trouble ?? {};
    photon.asked.push(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body ?? JSON.stringify({ type: 'FeatureCollection', features: photon.features }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const photon: Photon = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    features: [],
    trouble: undefined,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
  return photon;
}
