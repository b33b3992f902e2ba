import { createServer } from "node:net";

/**
 * Finds out before anything starts that an address cannot be listened on.
 * @throws Error with one sentence that names the setting
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      reject(new Error(describe(error.code ?? "", host, port), { cause: error }));
    });
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

function describe(code: string, host: string, port: number): string {
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${host} is used by another program; stop it, or set PORT to another one.`;
  }
  if (code === "EACCES") return `Port ${port} needs privileges; set PORT to one above 1023.`;
  return `This machine cannot listen on HOST ${host}, port ${port} (${code}).`;
}
