import { connect } from 'node:net';

export interface Sender {
  readonly path: string;
  readonly contentType: string;
}

export interface Sent {
  readonly accepted: number;
  readonly refused: number;
  /** Milliseconds each accepted push took. */
  readonly times: readonly number[];
}

/**
 * Every sender has its own connection and sends one push after another for the given time. Written on bare sockets: on
 * a machine with two cores, the sender competes with the product.
 */
export async function sendPushes(
  options: { url: string; senders: readonly Sender[]; seconds: number },
  bodyOf: (sender: number) => string,
): Promise<Sent> {
  const { hostname, port } = new URL(options.url);
  const end = performance.now() + options.seconds * 1000;
  const times: number[] = [];
  let refused = 0;

  const request = ({ path, contentType }: Sender, body: string) => {
    const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: ${contentType}`;
    return `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  const connection = (from: Sender, sender: number) =>
    new Promise<void>((done, failed) => {
      const socket = connect(Number(port), hostname, () => send());
      let since = 0;
      let answer = '';
      const send = () => {
        since = performance.now();
        if (since >= end) return void socket.end(done);
        answer = '';
        socket.write(request(from, bodyOf(sender)));
      };
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      socket.on('data', (chunk: string) => {
        answer += chunk;
        if (!isWhole(answer)) return;
        if (answer.startsWith('HTTP/1.1 200')) times.push(performance.now() - since);
        else refused += 1;
        send();
      });
      socket.on('error', failed);
    });
  await Promise.all(options.senders.map(connection));
  return { accepted: times.length, refused, times };
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(answer)?.[1];
  return head >= 0 && length !== undefined && answer.length >= head + 4 + Number(length);
}
