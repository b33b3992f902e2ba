import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

const JSON_TYPE = { "Content-Type": "application/json" };
const BEGUN = '{"response": [{"Event": {"info": "cut';
const BLOCK = Buffer.alloc(1024 * 1024, "x");
/** Unpacked megabytes of a bomb, which are one packed. */
const BOMB_MIB = 1024;
const DRIP_MS = 100;

/** How servers and networks fail, each as an answer, and what is said of it. */
export const NETWORK_FAULTS: readonly NetworkFault[] = [
  { name: "says nothing", answer: () => undefined, says: /was silent for \d+ seconds\.$/ },
  {
    name: "stops half-way",
    answer: (response) => void response.writeHead(200, JSON_TYPE).write(BEGUN),
    says: /was silent for \d+ seconds\.$/,
  },
  { name: "sends byte by byte", answer: drip, says: /took more than \d+ seconds\.$/ },
  {
    name: "drops the connection",
    answer: (response) => void response.destroy(),
    says: /cannot be reached, or broke off\.$/,
  },
  {
    name: "drops the connection half-way",
    answer: (response) => {
      response.writeHead(200, { ...JSON_TYPE, "Content-Length": 10_000 });
      response.write(BEGUN, () => response.destroy());
    },
    says: /cannot be reached, or broke off\.$/,
  },
  {
    name: "ends in the middle of the JSON",
    answer: (response) => void response.writeHead(200, JSON_TYPE).end(BEGUN),
    says: /does not answer with valid JSON/,
    isLasting: true,
  },
  {
    name: "sends a gzip bomb",
    answer: (response) => void bomb(response),
    says: /sends more than /,
    isLasting: true,
  },
  {
    name: "sends a broken gzip",
    answer: (response) =>
      void response
        .writeHead(200, { ...JSON_TYPE, "Content-Encoding": "gzip" })
        .end(randomBytes(1_000)),
    says: /cannot be reached, or broke off\.$/,
  },
  {
    name: "sends garbage",
    answer: (response) => void response.writeHead(200, JSON_TYPE).end(randomBytes(100_000)),
    says: /does not answer with valid JSON/,
    isLasting: true,
  },
  {
    name: "sends lists in lists",
    answer: (response) => void response.writeHead(200, JSON_TYPE).end("[".repeat(1_000_000)),
    says: /does not answer with valid JSON/,
    isLasting: true,
  },
  {
    name: "sends a web page",
    answer: (response) =>
      void response.writeHead(200, { "Content-Type": "text/html" }).end("<html>Log in</html>"),
    says: /answers with a web page instead of JSON/,
    isLasting: true,
  },
  {
    name: "answers 401",
    answer: (response) => void response.writeHead(401, JSON_TYPE).end("{}"),
    says: /answers with HTTP 401\. The setting SERVER_CREDENTIALS has credentials/,
    isLasting: true,
  },
  {
    name: "answers 429",
    answer: (response) => void response.writeHead(429, { "Retry-After": "40000" }).end(),
    says: /answers with HTTP 429 and asks to wait 40000 seconds\.$/,
    waitSeconds: 40_000,
  },
  {
    name: "answers 503 until a date",
    answer: (response) => {
      const date = new Date(Date.now() + 40_000_000).toUTCString();
      response.writeHead(503, { "Retry-After": date }).end();
    },
    says: /answers with HTTP 503 and asks to wait \d+ seconds\.$/,
    waitSeconds: 39_000,
  },
];

export interface NetworkFault {
  name: string;
  answer: (response: ServerResponse) => void;
  /** What is said of it. */
  says: RegExp;
  /** Whether it says something of the thing that was asked for, and nothing of the next. */
  isLasting?: boolean;
  /** How long the server asks to be left alone. */
  waitSeconds?: number;
}

function drip(response: ServerResponse): void {
  response.writeHead(200, JSON_TYPE).write("{");
  const timer = setInterval(() => response.write(" "), DRIP_MS);
  response.on("close", () => clearInterval(timer));
}

async function bomb(response: ServerResponse): Promise<void> {
  response.writeHead(200, { ...JSON_TYPE, "Content-Encoding": "gzip" });
  const blocks = function* () {
    yield Buffer.from('{"objects": ["');
    for (let mib = 0; mib < BOMB_MIB; mib += 1) yield BLOCK;
  };
  // It ends when the client has seen enough.
  await pipeline(Readable.from(blocks()), createGzip({ level: 1 }), response).catch(
    () => undefined,
  );
}
