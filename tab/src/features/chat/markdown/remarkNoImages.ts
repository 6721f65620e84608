import { chatTexts } from '../chat.texts.ts';
import { hostOf } from './links.rules.ts';
import { replaceNodes, type TreeNode } from './tree.ts';

/**
 * Makes every image a link. An image is fetched as soon as it is drawn, and its address can carry words of the
 * conversation to a foreign host; a link is followed only by a person.
 */
export function remarkNoImages(): (tree: TreeNode) => void {
  return (tree) => {
    const addresses = definitionsOf(tree);
    const addressOf = (node: TreeNode) => node.url ?? addresses.get(node.identifier ?? '') ?? '';
    replaceNodes(tree, (node) => {
      if (isImage(node)) return [linkTo(addressOf(node), node.alt)];
      // A link within a link is none; there the image is only its words.
      if (isLink(node)) replaceNodes(node, (inner) => (isImage(inner) ? [wordsOf(inner.alt)] : undefined));
      return undefined;
    });
  };
}

function isImage({ type }: TreeNode): boolean {
  return type === 'image' || type === 'imageReference';
}

function isLink({ type }: TreeNode): boolean {
  return type === 'link' || type === 'linkReference';
}

/** The link's host stands beside it, as beside every link. */
function linkTo(address: string, alt: string | null | undefined): TreeNode {
  const words = wordsOf(alt);
  return hostOf(address) === null ? words : { type: 'link', url: address, children: [words] };
}

function wordsOf(alt: string | null | undefined): TreeNode {
  return { type: 'text', value: [alt, chatTexts.imageNotLoaded].filter(Boolean).join(' ') };
}

function definitionsOf(tree: TreeNode): Map<string, string> {
  const found = new Map<string, string>();
  replaceNodes(tree, (node) => {
    if (node.type === 'definition' && node.identifier && node.url) found.set(node.identifier, node.url);
    return undefined;
  });
  return found;
}
