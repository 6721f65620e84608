import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  picture: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    // Transparent except in the contrast theme, where the background has the color of the page.
    outline: `1px solid ${tokens.colorTransparentStroke}`,
    outlineOffset: '-1px',
    '@media (forced-colors: active)': { outline: '1px solid CanvasText', outlineOffset: '-1px' },
  },
  photo: { width: '100%', height: '100%', objectFit: 'cover' },
});

/**
 * A person's photo, or their initials; the name is next to it. Fluent's Avatar would add 8 KB to the first load, most of it
 * for the states of presence.
 */
export function PersonPicture({ name, photo, size }: { name: string; photo: string | null; size: number }) {
  const styles = useStyles();
  return (
    <span aria-hidden className={styles.picture} style={{ width: size, height: size }}>
      {photo === null ? getInitials(name) : <img src={photo} alt="" className={styles.photo} />}
    </span>
  );
}

/** The first letters of the first and the last word. */
function getInitials(name: string): string {
  const words = name.match(/\p{L}[^\s]*/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}
