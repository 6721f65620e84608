/** Text of an office in one language, which the makers of samples write in their formats. */
export interface Content {
  language: string;
  title: string;
  paragraphs: readonly string[];
  items: readonly string[];
  /** With a header and an empty cell. */
  table: readonly (readonly string[])[];
}

const toTable = (header: readonly string[], names: readonly [string, string, string]) => [
  header,
  [names[0], '1200', '1500'],
  [names[1], '', '890'],
  [names[2], '2750', '3100'],
];

const content = (
  language: string,
  title: string,
  paragraphs: readonly string[],
  items: readonly string[],
  header: readonly [string, string, string],
  names: readonly [string, string, string],
): Content => ({ language, title, paragraphs, items, table: toTable(header, names) });

const all = [
  content(
    'en',
    'Travel policy',
    [
      'Staff book trains at least three weeks before they leave. Flights need an approval of the department’s head.',
      'Receipts – including those for taxis – are sent to Ada Moreau by the fifth of each month.',
    ],
    ['Book early', 'Keep receipts', 'Send the form'],
    ['Region', 'Plan', 'Actual'],
    ['North', 'South-East', 'Overseas'],
  ),
  content(
    'de',
    'Reisekosten für Beschäftigte',
    [
      'Beschäftigte buchen Züge spätestens drei Wochen vor der Abreise. Flüge müssen genehmigt werden.',
      'Belege für Übernachtungen größer als 40 Euro gehören zur Abrechnung; Straßenbahnkarten nicht.',
    ],
    ['Früh buchen', 'Belege prüfen', 'Formular schließen'],
    ['Bereich', 'Plan', 'Ist'],
    ['München', 'Köln', 'Görlitz'],
  ),
  content(
    'fr',
    'Frais de déplacement',
    [
      'Les employés réservent leurs trains au moins trois semaines à l’avance. Les vols exigent l’accord préalable.',
      'Les reçus, y compris ceux des hôtels, sont envoyés à Zoë Lefèvre avant le cinq du mois.',
    ],
    ['Réserver tôt', 'Garder les reçus', 'Envoyer le formulaire'],
    ['Région', 'Prévu', 'Réel'],
    ['Besançon', 'Orléans', 'Nîmes'],
  ),
  content(
    'pl',
    'Koszty podróży służbowych',
    [
      'Pracownicy rezerwują pociągi co najmniej trzy tygodnie wcześniej. Loty wymagają zgody kierownika działu.',
      'Rachunki za noclegi są wysyłane do księgowości przed piątym dniem każdego miesiąca.',
    ],
    ['Rezerwuj wcześniej', 'Zachowaj rachunki', 'Wyślij formularz'],
    ['Województwo', 'Plan', 'Wykonanie'],
    ['Łódź', 'Kraków', 'Gdańsk'],
  ),
  content(
    'cs',
    'Cestovní náhrady',
    [
      'Zaměstnanci kupují jízdenky nejméně tři týdny předem. Lety schvaluje vedoucí příslušného oddělení.',
      'Účtenky za ubytování se zasílají do účtárny před pátým dnem každého měsíce.',
    ],
    ['Kupujte včas', 'Uschovejte účtenky', 'Odešlete žádost'],
    ['Město', 'Plán', 'Skutečnost'],
    ['Plzeň', 'Ústí', 'Třebíč'],
  ),
  content(
    'tr',
    'Seyahat giderleri',
    [
      'Çalışanlar tren biletlerini en az üç hafta önceden alır. Uçuşlar için bölüm başkanının onayı gerekir.',
      'Konaklama faturaları her ayın beşinden önce muhasebeye gönderilir; diğer belgeler saklanır.',
    ],
    ['Erken alın', 'Fişleri saklayın', 'Formu gönderin'],
    ['Bölge', 'Plan', 'Gerçekleşen'],
    ['İzmir', 'Şanlıurfa', 'Muğla'],
  ),
  content(
    'ru',
    'Командировочные расходы',
    [
      'Сотрудники покупают билеты на поезд не позднее чем за три недели. Перелёты согласует начальник отдела.',
      'Чеки за проживание отправляют в бухгалтерию до пятого числа каждого месяца.',
    ],
    ['Покупайте заранее', 'Храните чеки', 'Отправьте заявление'],
    ['Регион', 'План', 'Факт'],
    ['Москва', 'Казань', 'Пермь'],
  ),
  content(
    'el',
    'Έξοδα μετακίνησης',
    [
      'Οι εργαζόμενοι κλείνουν εισιτήρια τρένων τρεις εβδομάδες νωρίτερα. Οι πτήσεις χρειάζονται έγκριση.',
      'Οι αποδείξεις διαμονής αποστέλλονται στο λογιστήριο πριν από την πέμπτη κάθε μήνα.',
    ],
    ['Κλείστε νωρίς', 'Κρατήστε αποδείξεις', 'Στείλτε την αίτηση'],
    ['Περιοχή', 'Σχέδιο', 'Πραγματικό'],
    ['Αθήνα', 'Πάτρα', 'Βόλος'],
  ),
  content(
    'ar',
    'سياسة السفر',
    [
      'يحجز الموظفون القطارات قبل ثلاثة أسابيع على الأقل. تحتاج الرحلات الجوية إلى موافقة رئيس القسم.',
      'ترسل الإيصالات إلى المحاسبة قبل اليوم الخامس من كل شهر.',
    ],
    ['الحجز مبكرا', 'حفظ الإيصالات', 'إرسال الطلب'],
    ['المنطقة', 'الخطة', 'الفعلي'],
    ['الشمال', 'الجنوب', 'الخارج'],
  ),
  content(
    'he',
    'מדיניות נסיעות',
    [
      'העובדים מזמינים רכבות לפחות שלושה שבועות מראש. טיסות דורשות אישור של ראש המחלקה.',
      'הקבלות נשלחות להנהלת החשבונות לפני החמישי בכל חודש.',
    ],
    ['להזמין מוקדם', 'לשמור קבלות', 'לשלוח טופס'],
    ['אזור', 'תכנון', 'ביצוע'],
    ['צפון', 'דרום', 'מרכז'],
  ),
  content(
    'ja',
    '出張旅費規程',
    [
      '社員は出発の三週間前までに列車を予約します。航空券は部長の承認が必要です。',
      '領収書は毎月五日までに経理部へ送付してください。',
    ],
    ['早めに予約する', '領収書を保管する', '申請書を送る'],
    ['地域', '予算', '実績'],
    ['札幌', '名古屋', '福岡'],
  ),
  content(
    'zh',
    '差旅费管理办法',
    ['员工应在出发前三周预订火车票。机票需要部门负责人批准。', '住宿发票应在每月五日之前送交财务部门审核。'],
    ['提前预订', '保留发票', '提交申请表'],
    ['地区', '计划', '实际'],
    ['北京', '成都', '广州'],
  ),
  content(
    'ko',
    '출장비 규정',
    [
      '직원은 출발 삼 주 전까지 열차를 예약합니다. 항공권은 부서장의 승인이 필요합니다.',
      '숙박 영수증은 매월 오일까지 경리부로 보내 주십시오.',
    ],
    ['일찍 예약하기', '영수증 보관', '신청서 제출'],
    ['지역', '계획', '실적'],
    ['서울', '부산', '대전'],
  ),
  content(
    'th',
    'ระเบียบการเดินทาง',
    ['พนักงานจองรถไฟล่วงหน้าอย่างน้อยสามสัปดาห์ เที่ยวบินต้องได้รับอนุมัติจากหัวหน้าแผนก', 'ใบเสร็จค่าที่พักส่งให้ฝ่ายบัญชีก่อนวันที่ห้าของทุกเดือน'],
    ['จองล่วงหน้า', 'เก็บใบเสร็จ', 'ส่งแบบฟอร์ม'],
    ['ภูมิภาค', 'แผน', 'จริง'],
    ['เชียงใหม่', 'ขอนแก่น', 'ภูเก็ต'],
  ),
] as const;

export const contents: readonly Content[] = all;
export const english = all[0];
export const german = all[1];

export const pickContents = (languages: string): Content[] =>
  languages.split(' ').map((language) => contents.find((each) => each.language === language)!);

/** All text in reading order. */
export const toText = ({ title, paragraphs, items, table }: Content): string =>
  [title, ...paragraphs, ...items, ...table.map((row) => row.join(' '))].join('\n');

/** A web page, as the body of a mail has it. */
export const toHtml = ({ title, paragraphs, items, table }: Content): string =>
  [
    `<h1>${title}</h1>`,
    ...paragraphs.map((text) => `<p>${text}</p>`),
    `<ol>${items.map((text) => `<li>${text}</li>`).join('')}</ol>`,
    `<table>${table.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
  ].join('\n');

/** Markdown, from which AVA writes documents of all kinds. */
export const toMarkdown = ({ title, paragraphs, items, table }: Content): string => {
  const [header = [], ...rows] = table.map((row) => `| ${row.join(' | ')} |`);
  return [
    `# ${title}`,
    ...paragraphs,
    items.map((text, index) => `${index + 1}. ${text}`).join('\n'),
    [header, `|${'---|'.repeat(table[0]!.length)}`, ...rows].join('\n'),
  ].join('\n\n');
};
