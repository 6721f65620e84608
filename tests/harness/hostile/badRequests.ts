/** The body of an invalid request. The keys of the tables below say what is wrong with each. */
export interface BadBody {
  /** Content type; null for none. */
  type: string | null;
  body: string | Uint8Array;
}

const json = (body: string | Uint8Array, type = 'application/json'): BadBody => ({ type, body });
const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000);
const TEN_MB = 10 * 1024 * 1024;

/** Bodies that every call with a JSON body must reject. */
export const badJson: Readonly<Record<string, BadBody>> = {
  nothing: { type: null, body: '' },
  'an empty body with the JSON content type': json(''),
  null: json('null'),
  'an empty list': json('[]'),
  'an empty text': json('""'),
  'a number': json('5'),
  true: json('true'),
  'an empty object': json('{}'),
  'half an object': json('{"text": "tea'),
  'two objects': json('{}{}'),
  'JSON with a comment': json('{"text": "tea" /* at four */}'),
  'lists nested 10,000 deep': json(deep('[', ']')),
  'objects nested 10,000 deep': json(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  'a field nested 10,000 deep': json(`{"text": ${deep('[', ']')}}`),
  'JSON as Latin-1': json('{"text":"tea"}', 'application/json; charset=iso-8859-1'),
  'JSON as UTF-16': json(Buffer.from('{"text":"tea"}', 'utf16le'), 'application/json; charset=utf-16'),
  'JSON in a charset that does not exist': json('{"text":"tea"}', 'application/json; charset="__proto__"'),
  'bytes that are not UTF-8': json(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  'a character cut in two': json(Buffer.from('{"text":"é"}').subarray(0, 10)),
  'a form': json('text=tea', 'application/x-www-form-urlencoded'),
  'a form with files': json(
    '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\ntea\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  ),
  'JSON with the content type text/plain': json('{"text":"tea"}', 'text/plain'),
  'JSON without a content type': { type: null, body: '{"text":"tea"}' },
  'JSON with an invalid content type': json('{"text":"tea"}', ';;;='),
};

export const tooLargeJson = json(`{"text":"${'a'.repeat(TEN_MB)}"}`);

const part = (name: string, value: string | Uint8Array, more = '') =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from('--x--\r\n');
const multipart = (...parts: Uint8Array[]): BadBody => ({
  type: 'multipart/form-data; boundary=x',
  body: Buffer.concat(parts),
});
const urlencoded = (body: string | Uint8Array, charset = ''): BadBody => ({
  type: `application/x-www-form-urlencoded${charset}`,
  body,
});

/** Bodies that every call with a form body must reject. */
export const badForms: Readonly<Record<string, BadBody>> = {
  nothing: { type: null, body: '' },
  JSON: json('{"text":"tea"}'),
  'a form without its boundary': { type: 'multipart/form-data', body: part('text', 'tea') },
  'a form with another boundary': {
    type: 'multipart/form-data; boundary=other',
    body: Buffer.concat([part('text', 'tea'), END]),
  },
  'a form that does not end': multipart(part('text', 'tea')),
  'a form cut in a header': multipart(Buffer.from('--x\r\nContent-Dispo')),
  'bytes instead of a form': multipart(Buffer.alloc(2_000, 0xfe)),
  'an empty form': multipart(END),
  'a form of a thousand fields': multipart(
    ...Array.from({ length: 1_000 }, (_, index) => part(`field${index}`, 'tea')),
    END,
  ),
  'a form of fifty thousand names in 100 KB': urlencoded('a&'.repeat(50_000)),
  'a form whose fields have no names': multipart(
    Buffer.from('--x\r\nContent-Disposition: form-data\r\n\r\ntea\r\n'),
    END,
  ),
  'a form with field names of Object.prototype': multipart(part('__proto__', 'tea'), part('constructor', 'tea'), END),
  'a field of ten megabytes': multipart(part('text', 'a'.repeat(TEN_MB)), END),
  'ten fields of a megabyte': multipart(
    ...Array.from({ length: 10 }, () => part('text', 'a'.repeat(TEN_MB / 10))),
    END,
  ),
  'the same field twice': multipart(part('text', 'tea'), part('text', 'cake'), END),
  'a form in Latin-1': urlencoded('text=tea', '; charset=iso-8859-1'),
  'a form whose bytes are not UTF-8': urlencoded(Buffer.from([0x74, 0x65, 0x78, 0x74, 0x3d, 0xff])),
  'a URL-encoded form of ten megabytes': urlencoded(`text=${'a'.repeat(TEN_MB)}`),
};

/** Unusual but valid forms, which some calls accept. */
export const oddForms: Readonly<Record<string, BadBody>> = {
  'a form whose part has a thousand headers': multipart(
    Buffer.from(`--x\r\n${'X-Tea: four\r\n'.repeat(1_000)}Content-Disposition: form-data; name="text"\r\n\r\ntea\r\n`),
    END,
  ),
  'a file instead of a text': multipart(part('text', 'tea', '; filename="tea.txt"'), END),
  'a file of ten megabytes instead of a text': multipart(part('text', 'a'.repeat(TEN_MB), '; filename="tea.txt"'), END),
};

/** Values that are invalid for most fields. */
export const badValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.1,
  '',
  ' ',
  'tea\u0000cake',
  'half a pair \ud83d',
  '../../../etc/passwd',
  '\u202etxt.exe',
  'a'.repeat(100_000),
  [],
  [null],
  ['tea', ['cake']],
  {},
  { toString: 'tea', constructor: { prototype: { polluted: true } }, __proto: {} },
];

/** Values that are invalid for most fields of a path or a query, which are always text. */
export const badTexts: readonly string[] = [
  '',
  '-1',
  '1e999',
  'NaN',
  'null',
  '[]',
  '{"a":1}',
  '[chat_completion',
  'tea\u0000cake',
  "'; drop table chat; --",
  '../../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  'ä漢😀',
  'a'.repeat(8_000),
];

/** Request targets that are malformed or do not exist. */
export const badAddresses: readonly string[] = [
  '/status/%zz',
  '/status/%',
  '/status/%00',
  '/status/%E0%A4%A',
  '/runs/%ff/events',
  '/runs//events',
  `/runs/${'a'.repeat(8_000)}/events`,
  '/files/..%2f..%2f..%2fetc%2fpasswd/content',
  '/files/%2e%2e/content',
  '/files/../../package.json',
  '/chat?convo_id=%zz',
  '/chat?%',
  '/chat?convo_id=%ff',
  '/chat?convo_id[]=1&convo_id[a]=2',
  '/chat?__proto__=1&constructor=2',
  `/chat?convo_id=${'a'.repeat(8_000)}`,
  '/chat?convo_id=1?convo_id=2#tea',
  '/../package.json',
  '/assets/../../../package.json',
  '/docs/../../package.json',
  '/..%5c..%5cpackage.json',
  '/.git/config',
  '/__proto__',
  '/constructor',
  '/toString',
  '//northwind.example/chat',
  'http://northwind.example/chat',
  '/%',
  '/\\',
  '/user/settings/../../chat',
];

const HOST = 'Host: localhost\r\n';

/** Malformed HTTP; the server answers each and closes the connection. */
export const badBytes: Readonly<Record<string, string>> = {
  'a length that is not a number': `POST /user/settings HTTP/1.1\r\n${HOST}Content-Length: tea\r\n\r\n`,
  'a negative length': `POST /user/settings HTTP/1.1\r\n${HOST}Content-Length: -5\r\n\r\n`,
  'two lengths': `POST /user/settings HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a length beside chunks': `POST /user/settings HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'an unknown encoding': `POST /user/settings HTTP/1.1\r\n${HOST}Transfer-Encoding: tea\r\n\r\n{}`,
  'a header name with a space': `GET /chat HTTP/1.1\r\n${HOST}Te a: four\r\n\r\n`,
  'headers of 40 KB': `GET /chat HTTP/1.1\r\n${HOST}X-Tea: ${'a'.repeat(40_000)}\r\n\r\n`,
  'an address of 40 KB': `GET /chat?convo_id=${'a'.repeat(40_000)} HTTP/1.1\r\n${HOST}\r\n`,
  'an address with a space': `GET /chat and tea HTTP/1.1\r\n${HOST}\r\n`,
  'an unknown method': `BREW /tea HTTP/1.1\r\n${HOST}\r\n`,
  'another version of HTTP': `GET /chat HTTP/9.9\r\n${HOST}\r\n`,
  'a request for a tunnel': `CONNECT northwind.example:443 HTTP/1.1\r\n${HOST}\r\n`,
  'a request for a WebSocket': `GET /chat HTTP/1.1\r\n${HOST}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
  'no HTTP': 'tea, please\r\n\r\n',
};
