/** Files that tests import as their text. */
declare module "*?raw" {
  const text: string;
  export default text;
}
