/** Products whose names look like domains. In a URL, or defanged, they still count as domains. */
export const PRODUCT_NAMES: ReadonlySet<string> = new Set([
  "ado.net",
  "asp.net",
  "ml.net",
  "vb.net",
]);

/** First labels of reversed package, namespace and bundle names. */
export const PACKAGE_ROOTS: ReadonlySet<string> = new Set([
  "android",
  "androidx",
  "app",
  "apple",
  "cn",
  "com",
  "de",
  "dev",
  "edu",
  "fr",
  "gov",
  "io",
  "jakarta",
  "java",
  "javax",
  "jp",
  "kotlin",
  "me",
  "microsoft",
  "net",
  "org",
  "ru",
  "scala",
  "sun",
  "system",
  "uk",
]);
