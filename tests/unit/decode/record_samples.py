"""Write guess_samples.inc: sentences in many encodings, for test_guess.c.

    python3 record_samples.py > guess_samples.inc
"""
SENTENCES = [
    ("Съешь ещё этих мягких французских булок, да выпей чаю.",
     {"windows-1251": "cp1251", "koi8-r": "koi8-r", "ibm866": "cp866",
      "iso-8859-5": "iso8859-5", "x-mac-cyrillic": "mac-cyrillic"}),
    ("Її дім стоїть біля річки, а він живе в іншому місті, й усе гаразд.",
     {"windows-1251": "cp1251", "koi8-u": "koi8-u"}),
    ("Η Αθήνα είναι η πρωτεύουσα της Ελλάδας και η μεγαλύτερη πόλη της. "
     "Άλλες πόλεις είναι μικρότερες.",
     {"windows-1253": "cp1253", "iso-8859-7": "iso8859-7"}),
    ("Zażółć gęślą jaźń, powiedział żółty łoś i poszedł spać.",
     {"windows-1250": "cp1250", "iso-8859-2": "iso8859-2"}),
    ("Příliš žluťoučký kůň úpěl ďábelské ódy.",
     {"windows-1250": "cp1250", "iso-8859-2": "iso8859-2"}),
    ("Falsches Üben von Xylophonmusik quält jeden größeren Zwerg; "
     "das weiß jeder.", {"windows-1252": "cp1252"}),
    ("Le cœur déçu mais l’âme plutôt naïve, Louÿs rêva de crapaüter.",
     {"windows-1252": "cp1252"}),
    ("El pingüino pidió más kiwis; ¿quién los comió mañana? Señor, usted.",
     {"windows-1252": "cp1252"}),
    ("Pijamalı hasta yağız şoföre çabucak güvendi; ışık söndü.",
     {"windows-1254": "cp1254"}),
    ("דג סקרן שט בים מאוכזב ולפתע מצא לו חברה טובה מאוד היום",
     {"windows-1255": "cp1255"}),
    ("يعيش الناس في هذه المدينة القديمة منذ زمن طويل وهم يحبونها",
     {"windows-1256": "cp1256"}),
    ("ภาษาไทยเป็นภาษาที่ใช้ในประเทศไทยและมีผู้พูดจำนวนมาก",
     {"windows-874": "cp874"}),
    ("中国的经济发展很快，人民的生活水平不断提高。我们要继续努力工作。",
     {"gb18030": "gb18030"}),
    ("台灣的經濟發展很快，人民的生活水準不斷提高。我們要繼續努力工作。",
     {"big5": "big5"}),
    ("日本の経済はとても大きいです。私たちは毎日仕事をしています。",
     {"shift_jis": "cp932", "euc-jp": "euc-jp", "iso-2022-jp": "iso2022_jp"}),
    ("한국의 경제는 빠르게 성장하고 있으며 사람들은 열심히 일하고 있다.",
     {"euc-kr": "cp949"}),
]


def main():
    print("/* Written by record_samples.py - do not edit. */")
    for sentence, encodings in SENTENCES:
        for name, codec in encodings.items():
            cells = ", ".join(str(b) for b in sentence.encode(codec))
            print(f'{{"{name}", {len(sentence.encode(codec))}, {{{cells}}}}},')


if __name__ == "__main__":
    main()
