export async function backUp(dataDir: string, path: string): Promise<string> {
  return `${dataDir} ${path}`;
}
