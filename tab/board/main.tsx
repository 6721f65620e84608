import { createRoot } from 'react-dom/client';
import { Board, FramedExample } from './Board.tsx';
import { signInOnBoard } from './samples.ts';

signInOnBoard();
const query = new URLSearchParams(location.search);
const root = document.getElementById('root');
if (!root) throw new Error('missing #root element');
const framed = query.get('example');
createRoot(root).render(
  framed === null ? (
    <Board section={query.get('section')} />
  ) : (
    <FramedExample path={framed} theme={query.get('theme')} />
  ),
);
