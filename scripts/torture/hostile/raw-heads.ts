import { connect } from "node:net";

/**
 * Heads that no HTTP client sends. The runtime answers most of them before any of our code runs, so we do not
 * control their status: 400, 431, 501, and 500 if its parser throws. docs/threat-model.md documents what is
 * promised.
 */
const BAD_HEADS: Record<string, (host: string) => string> = {
  "Host twice": (host) => `GET /api/health HTTP/1.1\r\n${host}${host}\r\n`,
  "two Hosts": (host) => `GET /api/health HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`,
  "no Host": () => "GET /api/health HTTP/1.1\r\n\r\n",
  "a Host with a blank": () => "GET /api/health HTTP/1.1\r\nHost: a b\r\n\r\n",
  "a Host with a user": () => "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1@evil.example\r\n\r\n",
  "a Host of percent signs": () => "GET /api/health HTTP/1.1\r\nHost: %zz\r\n\r\n",
  "Content-Length twice": (host) => postHead(host, "Content-Length: 2\r\nContent-Length: 2", "{}"),
  "two Content-Lengths": (host) => postHead(host, "Content-Length: 2\r\nContent-Length: 3", "{}"),
  "a list of lengths": (host) => postHead(host, "Content-Length: 2, 2", "{}"),
  "a negative length": (host) => postHead(host, "Content-Length: -1", ""),
  "a length with a sign": (host) => postHead(host, "Content-Length: +2", "{}"),
  "a hexadecimal length": (host) => postHead(host, "Content-Length: 0x2", "{}"),
  "two codings": (host) =>
    postHead(host, "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n"),
  "an unknown coding": (host) => postHead(host, "Transfer-Encoding: gzip, chunked", "0\r\n\r\n"),
  "a coding like chunked": (host) => postHead(host, "Transfer-Encoding: xchunked", "0\r\n\r\n"),
  "a chunk without a size": (host) =>
    postHead(host, "Transfer-Encoding: chunked", "ZZ\r\n{}\r\n0\r\n\r\n"),
  "a chunk beyond all numbers": (host) =>
    postHead(host, "Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
  "a chunk that is longer": (host) =>
    postHead(host, "Transfer-Encoding: chunked", "2\r\n{}XX0\r\n\r\n"),
  TLS: () => "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n",
  "HTTP/2": () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "an unknown method": (host) => `FOO /api/health HTTP/1.1\r\n${host}\r\n`,
  "a method in lower case": (host) => `get /api/health HTTP/1.1\r\n${host}\r\n`,
  CONNECT: (host) => `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  "OPTIONS of all": (host) => `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  "the target of a proxy": (host) => `GET http://evil.example/api/me HTTP/1.1\r\n${host}\r\n`,
  "a target without a slash": (host) => `GET api/health HTTP/1.1\r\n${host}\r\n`,
  "a target of another host": (host) => `GET @evil.example/ HTTP/1.1\r\n${host}\r\n`,
  "a target of a file": (host) => `GET file:///etc/passwd HTTP/1.1\r\n${host}\r\n`,
  backslashes: (host) => `GET \\..\\api HTTP/1.1\r\n${host}\r\n`,
  "no target": (host) => `GET  HTTP/1.1\r\n${host}\r\n`,
  "NUL in the target": (host) => `GET /api/\u0000health HTTP/1.1\r\n${host}\r\n`,
  "a header without a colon": (host) => `GET /api/health HTTP/1.1\r\n${host}nocolon\r\n\r\n`,
  "a header with a blank": (host) => `GET /api/health HTTP/1.1\r\n${host}A b : c\r\n\r\n`,
  "a header without a name": (host) => `GET /api/health HTTP/1.1\r\n${host}: v\r\n\r\n`,
  "NUL in a header": (host) => `GET /api/health HTTP/1.1\r\n${host}A: b\u0000c\r\n\r\n`,
  "a header of 300 KB": (host) =>
    `GET /api/health HTTP/1.1\r\n${host}A: ${"b".repeat(300_000)}\r\n\r\n`,
};

/** Incomplete heads. The connection may stay open, and nobody waits for it. */
const UNFINISHED: ((host: string) => string)[] = [
  (host) => `GET /api/health HTTP/1.1\r\n${host}`,
  (host) => postHead(host, "Content-Length: 99999999999999999999999", "{}"),
  () => "\u0000\u0001\u0002".repeat(200),
  () => "",
];

const postHead = (host: string, framing: string, body: string) =>
  `POST /api/apt/compare HTTP/1.1\r\n${host}${framing}\r\n\r\n${body}`;

const MAX_MS = 5_000;

/** Sends all of them while others stay open. Returns faults in the responses. */
export async function sendRawHeads(url: string): Promise<{ sent: number; faults: string[] }> {
  const { hostname, port, host } = new URL(url);
  const open = UNFINISHED.map((make) => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.write(Buffer.from(make(`Host: ${host}\r\n`), "latin1"));
    return socket;
  });
  const faults: string[] = [];
  for (const [name, make] of Object.entries(BAD_HEADS)) {
    const answer = await exchange(hostname, Number(port), make(`Host: ${host}\r\n`));
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
    if (status < 400) faults.push(`${name}: answered ${JSON.stringify(answer.slice(0, 100))}`);
    if (/workerd|kj\/|stack/.test(answer)) faults.push(`${name}: shows what is inside`);
    const health = await fetch(`${url}/api/health`).catch(String);
    if (typeof health === "string" || health.status !== 200)
      faults.push(`${name}: health fails after it`);
  }
  for (const socket of open) socket.destroy();
  return { sent: open.length + Object.keys(BAD_HEADS).length, faults };
}

/** Returns the received data until the connection ends, or is idle after a response. */
async function exchange(hostname: string, port: number, head: string): Promise<string> {
  return await new Promise((resolve) => {
    let received = "";
    const socket = connect(port, hostname);
    const finish = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(MAX_MS, finish);
    socket.on("data", (data) => {
      received += data.toString("latin1");
      socket.setTimeout(100, finish);
    });
    socket.on("close", finish);
    socket.on("error", finish);
    socket.write(Buffer.from(head, "latin1"));
  });
}
