import { readEnvironment } from './environment.ts';

function pageWith(text: string): Document {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = `<script type="application/json" id="ava-environment">${text}</script>`;
  return page;
}

it('reads what the API wrote into the page', () => {
  const page = pageWith('{"hostOrigins":["http://localhost:3979"],"clientId":"c1"}');
  expect(readEnvironment(page)).toMatchObject({
    hostOrigins: ['http://localhost:3979'],
    clientId: 'c1',
    authority: '',
  });
});

it('has nothing to say on a page without one, and complains about a broken one', () => {
  expect(readEnvironment(document.implementation.createHTMLDocument())).toMatchObject({ hostOrigins: [] });
  expect(() => readEnvironment(pageWith('{"hostOrigins":'))).toThrow('cannot be read');
});
