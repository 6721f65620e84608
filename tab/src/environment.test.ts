import { readEnvironment } from './environment.ts';

function pageWith(text: string): Document {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = `<script type="application/json" id="ava-environment">${text}</script>`;
  return page;
}

it('reads the configuration that the API wrote into the page', () => {
  const page = pageWith('{"hostOrigins":["http://localhost:3979"],"clientId":"c1"}');
  expect(readEnvironment(page)).toMatchObject({
    hostOrigins: ['http://localhost:3979'],
    clientId: 'c1',
    authority: '',
  });
});

it('returns defaults on a page without a configuration, and throws for an invalid configuration', () => {
  expect(readEnvironment(document.implementation.createHTMLDocument())).toMatchObject({ hostOrigins: [] });
  expect(() => readEnvironment(pageWith('{"hostOrigins":'))).toThrow('failed to parse ava-environment');
});
