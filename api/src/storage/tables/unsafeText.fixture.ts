/** NUL, lone surrogates, and characters that must be stored unchanged. */
export const unsafeText = 'a\u0000b\ud83dc\ude00d \u202Eeda\u202C 😀 {"x":"\\u0000"} \\ \'; drop table chat; --\u0000';

/** The text as it is stored. */
export const storedText = 'ab\ufffdc\ufffdd \u202Eeda\u202C 😀 {"x":"\\u0000"} \\ \'; drop table chat; --';
