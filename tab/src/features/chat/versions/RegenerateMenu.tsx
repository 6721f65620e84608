import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
} from '@fluentui/react-components';
import { ArrowClockwiseRegular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { getOfferedModels, modelLabel } from '#contract/models.ts';
import { temperatureNames } from '#contract/settings.ts';
import { useModels } from '#tab/state/session.state.ts';
import { useIsChatAnswering } from '#tab/features/chat/chat.actions.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { getMode } from '#tab/features/chat/chatSettings.actions.ts';
import type { AnswerStyle } from '#tab/features/chat/exchange/request.ts';
import { regenerate } from '#tab/features/chat/exchange/regenerate.actions.ts';
import { focusAfterSend } from './focus.ts';
import { canRegenerate } from './versions.rules.ts';
import { useVersionStyles } from './versions.styles.ts';
import { versionTexts } from './versions.texts.ts';

/** Asks for another answer: with the same settings, shorter, in another style or by another model. */
export function RegenerateMenu({ chatId, entry }: { chatId: string; entry: Entry }) {
  const styles = useVersionStyles();
  const answer = useSnapshot(entry) as Entry;
  const isAnswering = useIsChatAnswering(chatId);
  const models = getOfferedModels(getMode(chatId), useModels());
  if (!canRegenerate(answer) || isAnswering) return null;
  const start = (style?: AnswerStyle) => {
    void regenerate(chatId, answer.message_id, style);
    focusAfterSend();
  };
  return (
    <Menu positioning={{ autoSize: true }}>
      <MenuTrigger disableButtonEnhancement>
        <Tooltip content={versionTexts.regenerate} relationship="label">
          <Button appearance="subtle" size="small" icon={<ArrowClockwiseRegular />} />
        </Tooltip>
      </MenuTrigger>
      <MenuPopover className={styles.menu}>
        <MenuList>
          <MenuItem onClick={() => start()}>{versionTexts.tryAgain}</MenuItem>
          <MenuItem onClick={() => start({ useConciseMode: true })}>{versionTexts.concisely}</MenuItem>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{versionTexts.style}</MenuGroupHeader>
            {temperatureNames.map((name) => (
              <MenuItem key={name} onClick={() => start({ selectedTemperature: name })}>
                {name}
              </MenuItem>
            ))}
          </MenuGroup>
          {models.length > 1 && (
            <MenuGroup>
              <MenuGroupHeader>{versionTexts.model}</MenuGroupHeader>
              {models.map((model) => (
                <MenuItem key={model.model_alias} onClick={() => start({ model: model.model_alias })}>
                  {modelLabel(model)}
                </MenuItem>
              ))}
            </MenuGroup>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
