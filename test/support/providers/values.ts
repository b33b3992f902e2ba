/** Values that the stand-ins know. Public addresses, because private ones never leave. */
export const ADDRESS = "185.220.101.4";
export const OTHER_ADDRESS = "185.220.101.40";
export const DOMAIN = "login.wire-test.net";
export const URL_OF_IT = "http://login.wire-test.net/a?b=%C3%BC";
export const MD5 = "12c8aec5766ac3e6f26f2505e2f4a8f2";
export const SHA1 = "0a4d55a8d778e5022fab701977c5d840bbc486d0";
export const SHA256 = "094fd325049b8a9cf6d3e5ef2a6d4cc6a567d7d49c35f8bb8dd9e3c6acf3d78d";
