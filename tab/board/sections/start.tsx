import { useState } from 'react';
import { Splash } from '#tab/features/chat/conversation/Splash.tsx';
import Welcome from '#tab/features/chat/welcome/Welcome.tsx';
import { openSampleChat } from '#board/samples.ts';

/** The empty chat. */
export function SplashDrawing() {
  const [chatId] = useState(() => openSampleChat());
  return <Splash chatId={chatId} />;
}

/** The empty chat of a newcomer. */
export function WelcomeDrawing() {
  const [chatId] = useState(() => openSampleChat());
  return <Welcome chatId={chatId} />;
}
