/** The part of Node's module that both platforms have. The Worker's types lack it. */
declare module "node:crypto" {
  interface Hash {
    update(text: string, encoding: "utf8"): Hash;
    digest(encoding: "hex"): string;
  }
  export function createHash(algorithm: "sha256"): Hash;
  export function createHmac(algorithm: "sha256", key: string): Hash;
}
