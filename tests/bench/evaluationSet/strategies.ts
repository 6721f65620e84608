/** What a department wants to reach and what it is worried about: a text, and the words that an answer needs. */
export interface Strategy {
  department: string;
  goals: readonly (readonly [text: string, fact: string])[];
  worries: readonly (readonly [text: string, fact: string])[];
}

const toPairs = (text: string) =>
  text.split('; ').map((pair): readonly [string, string] => {
    const [sentence = '', fact = ''] = pair.split(' | ');
    return [sentence, fact];
  });
const strategy = (department: string, goals: string, worries: string): Strategy => ({
  department,
  goals: toPairs(goals),
  worries: toPairs(worries),
});

export const strategies: readonly Strategy[] = [
  strategy('Facilities', 'heat half of the halls with waste heat | waste heat; give up the rented offices in Port Hollis | Port Hollis; repair every leaking roof before winter | roof', 'the boilers are older than forty years | boilers; two caretakers retire at the same time | caretakers; permits for the wells run out | wells'),
  strategy('Procurement', 'buy resins from three continents | three continents; replace paper orders by a portal | portal; agree on prices for two years | two years', 'one tanner controls the leather for gloves | leather; tariffs on solvents | tariffs; the catalog is full of duplicates | duplicates'),
  strategy('Human Resources', 'train forty apprentices a year | apprentices; shorten hiring to five weeks | five weeks; offer part-time leadership | part-time', 'welders leave for shipyards | shipyards; pension advice is understaffed | pension; the survey showed distrust of reviews | distrust'),
  strategy('Information Technology', 'retire the mainframe | mainframe; move backups to a second continent | backups; answer tickets within one hour | one hour', 'the printers run on unsupported firmware | firmware; only one person knows the label software | label; undersea cables limit the Asian plants | cables'),
  strategy('Legal', 'translate all terms into nine languages | nine languages; settle the wetland case | wetland; review leases with software | leases', 'regulators question the recycling labels | labels; arbitration in Kessing is slow | arbitration; old promises to distributors are oral | oral'),
  strategy('Marketing', 'win carpenters as customers | carpenters; film every product | film; cut the number of brands to twelve | twelve', 'copies are sold on marketplaces | copies; the fair in Hanover was canceled | Hanover; dealers get leads too late | leads'),
  strategy('Logistics', 'send half of the freight by rail | rail; close the depot in Larkfield | Larkfield; weigh pallets automatically | weigh', 'drivers are scarce | drivers; the canal is low in August | canal; customs asks for new codes | codes'),
  strategy('Research', 'make an adhesive from lignin | lignin; share a laboratory with a university | university; double the number of field trials | field trials', 'fluorine will be banned | fluorine; the microscope is out of service | microscope; graduates prefer batteries | batteries'),
  strategy('Quality', 'inspect films with cameras | cameras; merge the three manuals | manuals; visit every supplier once a year | visit', 'scales drift in humid weather | humid; auditors rotate too often | rotate; complaints are coded inconsistently | inconsistently'),
  strategy('Treasury', 'pay suppliers in their own currency | currency; lower the number of banks to six | six; forecast cash each week | each week', 'a bank may end the credit line | credit line; signatures are still on cards | cards; interest on deposits falls | deposits'),
]; // prettier-ignore
